import type { Role } from '#contract/access.ts'
import { createAuth, type Auth } from '#server/auth/auth.ts'
import { openDatabase, type StoreLocation } from '#server/platform/database/database.ts'

/** The users of every prepared store, named by their role. */
export const users = {
  admin: { email: 'admin@example.com', name: 'admin', password: 'correct horse battery', role: 'admin' },
  supervisor: {
    email: 'supervisor@example.com',
    name: 'supervisor',
    password: 'another long password',
    role: 'supervisor',
  },
  'help-desk': {
    email: 'help-desk@example.com',
    name: 'help desk',
    password: 'a password for the help desk',
    role: 'help-desk',
  },
  auditor: {
    email: 'auditor@example.com',
    name: 'auditor',
    password: 'a password for the auditor',
    role: 'auditor',
  },
} as const satisfies Record<Role, unknown>

/** A cheap hash cost for tests in this process, which sign in thousands of times. */
export const cheapHashes = { ln: 4, r: 8, p: 1 }

/** Migrates an empty store and creates its users, once: each test would otherwise repeat half a second of work. */
export async function prepareStore(
  where: StoreLocation,
  accounts: Readonly<Record<string, Parameters<Auth['users']['create']>[0]>> = users,
): Promise<void> {
  const database = await openDatabase(where)
  const auth = createAuth(database, {
    publicUrl: 'https://console.example.com',
    secret: 'not kept in the store, so any will do',
    hashCost: cheapHashes,
  })
  for (const user of Object.values(accounts)) await auth.users.create(user)
  await database.close()
}
