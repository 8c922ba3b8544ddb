import { roleNames, type Role } from '#contract/access.ts'
import type { Database } from '../platform/database/database.ts'

/** A user who can sign in. */
export interface Recipient {
  id: string
  name: string
  email: string
  role: Role
}

/** Returns every user who is not disabled and has a role. */
export async function readRecipients({ db }: Pick<Database, 'db'>): Promise<Recipient[]> {
  const rows = await db
    .selectFrom('user')
    .select(['id', 'name', 'email', 'role'])
    .where('disabled', '=', 0)
    .where('role', 'is not', null)
    .execute()
  return rows.flatMap(({ role: name, ...user }) => {
    const role = roleNames.find((each) => each === name)
    return role === undefined ? [] : [{ ...user, role }]
  })
}
