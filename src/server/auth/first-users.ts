import { rmSync, writeFileSync } from 'node:fs'
import type { Role } from '#contract/access.ts'
import type { Auth } from './auth.ts'
import type { Config } from '../platform/config/config.ts'
import { ConfigError } from '../platform/config/startup-error.ts'
import { toProblem } from '../platform/problems.ts'
import { adviceOf, newSignInPassword, requireGoodPassword } from './password.ts'

export interface DemoAccount {
  email: string
  password: string
  role: Role
}

const demoEmails = { admin: 'admin@example.com', supervisor: 'supervisor@example.com' }

/** True for the e-mail of a demo account. */
export const isDemoEmail = (email: string): boolean => Object.values(demoEmails).includes(email)

/**
 * Creates the first users of an empty store: the administrator of ADMIN_EMAIL, or two demo accounts on the sandbox, whose
 * passwords go to `demoFile`, readable by its owner only. Returns the demo accounts it created. Throws `ConfigError` when
 * ADMIN_PASSWORD is easy to guess or no one could sign in.
 */
export async function ensureFirstUsers(
  auth: Auth,
  config: Pick<Config, 'firstAdmin' | 'oidc'> & { isSandbox: boolean },
  demoFile: string,
): Promise<DemoAccount[]> {
  if ((await auth.users.count()) > 0) return []
  if (config.firstAdmin !== null) {
    const { email, password } = config.firstAdmin
    await requireGoodPassword('ADMIN_PASSWORD', password, { email, name: email }).catch((error: unknown) => {
      throw new ConfigError(adviceOf(error))
    })
    await createOnce(auth, { email, password, name: email, role: 'admin' })
    return []
  }
  // Administrators can sign in through single sign-on.
  if (!config.isSandbox && config.oidc !== null) return []
  if (!config.isSandbox)
    throw new ConfigError([
      'ADMIN_EMAIL: there is no user yet; set ADMIN_EMAIL and ADMIN_PASSWORD, or run: npm run admin -- create-user <email> admin',
    ])
  const accounts: DemoAccount[] = [
    { email: demoEmails.admin, password: newSignInPassword(), role: 'admin' },
    { email: demoEmails.supervisor, password: newSignInPassword(), role: 'supervisor' },
  ]
  // Write the file before creating the users: a lost password would be worse than a missing account. Remove the file of
  // another store first: writing into it would keep its mode.
  rmSync(demoFile, { force: true })
  writeFileSync(demoFile, accounts.map(({ email, password }) => `${email} ${password}\n`).join(''), {
    mode: 0o600,
    flag: 'wx',
  })
  for (const { email, password, role } of accounts)
    await createOnce(auth, {
      email,
      password,
      role,
      name: role === 'admin' ? 'Demo Admin' : 'Demo Supervisor',
    })
  return accounts
}

/** Creates a user, unless another replica that starts now has created it. */
async function createOnce(auth: Auth, user: Parameters<Auth['users']['create']>[0]): Promise<void> {
  await auth.users.create(user).catch((error: unknown) => {
    if (toProblem(error).code !== 'user-exists') throw error
  })
}
