import type { Hono } from 'hono'
import type { AppEnv } from '../platform/http/authorize.ts'
import type { Mount } from '../platform/http/mount.ts'
import { mountAccount } from './account.ts'
import { mountApiTokens } from './api-token-routes.ts'
import { mountSession, type SessionDeps } from './session.ts'
import { mountSso, type SsoDeps } from './sso.ts'
import { mountUsers } from './users.ts'

/** Mounts sign-in and sign-out, the user's own account, and user management. */
export function mountAuthRoutes(app: Hono<AppEnv>, mount: Mount, deps: SessionDeps & SsoDeps): void {
  mountSession(mount, deps)
  mountSso(app, mount, deps)
  mountAccount(mount, deps)
  mountApiTokens(mount, { apiTokens: deps.auth.apiTokens, audit: deps.audit })
  mountUsers(mount, deps)
}
