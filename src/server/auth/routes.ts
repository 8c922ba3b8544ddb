import type { Hono } from 'hono'
import type { AppEnv } from '../platform/http/authorize.ts'
import type { Mount } from '../platform/http/mount.ts'
import { mountAccount } from './account.ts'
import { mountSession, type SessionDeps } from './session.ts'
import { mountSso, type SsoDeps } from './sso.ts'
import { mountUsers } from './users.ts'

/** Signing in and out, the own account, and the users of the console. */
export function mountAuthRoutes(app: Hono<AppEnv>, mount: Mount, deps: SessionDeps & SsoDeps): void {
  mountSession(mount, deps)
  mountSso(app, mount, deps)
  mountAccount(mount, deps)
  mountUsers(mount, deps)
}
