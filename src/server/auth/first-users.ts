import { rmSync, writeFileSync } from 'node:fs'
import type { Auth } from './auth.ts'
import type { Config } from '../platform/config/config.ts'
import { ConfigError } from '../platform/config/startup-error.ts'
import { isCommonPassword } from './common-passwords.ts'
import { randomPassword } from './password.ts'

export interface Account {
  email: string
  password: string
  role: 'admin' | 'supervisor'
}

/**
 * Sees to it that somebody can sign in: the admin of ADMIN_EMAIL, or on the sandbox two demo accounts, whose passwords are
 * kept in `demoFile` for its owner alone. Gives the demo accounts it made. Throws `ConfigError` when nobody could sign in.
 */
export async function ensureFirstUsers(
  auth: Auth,
  config: Pick<Config, 'firstAdmin' | 'upstream' | 'oidc'>,
  demoFile: string,
): Promise<Account[]> {
  if ((await auth.userCount()) > 0) return []
  if (config.firstAdmin !== null) {
    if (await isCommonPassword(config.firstAdmin.password))
      throw new ConfigError(['ADMIN_PASSWORD: is in the lists of known passwords; choose another'])
    await auth.createUser({ ...config.firstAdmin, name: config.firstAdmin.email, role: 'admin' })
    return []
  }
  // Admins may come by single sign-on.
  if (config.upstream !== null && config.oidc !== null) return []
  if (config.upstream !== null)
    throw new ConfigError([
      'ADMIN_EMAIL: there is no user yet; set ADMIN_EMAIL and ADMIN_PASSWORD, or run: npm run admin -- create-user <email> admin',
    ])
  const accounts: Account[] = [
    { email: 'admin@example.com', password: randomPassword(), role: 'admin' },
    { email: 'supervisor@example.com', password: randomPassword(), role: 'supervisor' },
  ]
  // Written before the users are made: a password that nobody can read would be worse than an account missing.
  // A file left from another store goes: writing into it would keep whatever mode it has.
  rmSync(demoFile, { force: true })
  writeFileSync(demoFile, accounts.map(({ email, password }) => `${email} ${password}\n`).join(''), {
    mode: 0o600,
    flag: 'wx',
  })
  for (const { email, password, role } of accounts)
    await auth.createUser({
      email,
      password,
      role,
      name: role === 'admin' ? 'Demo Admin' : 'Demo Supervisor',
    })
  return accounts
}
