import type { Role } from '#contract/access.ts'
import { uiLanguage, type UiLanguage } from '#contract/text.ts'
import type { Database } from '../platform/database/database.ts'
import { isRole } from './sessions.ts'
import { verifiedEmail } from './sso-claims.ts'

/** A user who can sign in. */
export interface Recipient {
  id: string
  name: string
  role: Role
  /** True for a user who is limited to departments and pools. */
  isLimited: boolean
  /** The address for mails; null for a user of a provider that has verified none. */
  mailAddress: string | null
  /** The language of the screens at the last sign-in; null before it. */
  language: UiLanguage | null
}

/** Returns every user who is not disabled and has a role. */
export async function readRecipients({ db }: Pick<Database, 'db'>): Promise<Recipient[]> {
  const rows = await db
    .selectFrom('user')
    .select(['id', 'name', 'email', 'role', 'language', 'sso_issuer', 'sso_shown_as', 'limited_to'])
    .where('disabled', '=', 0)
    .where('role', 'is not', null)
    .execute()
  return rows.flatMap(({ id, name, role, language, ...user }) => {
    if (!isRole(role)) return []
    return [
      {
        id,
        name,
        role,
        isLimited: user.limited_to !== null,
        mailAddress: user.sso_issuer === null ? user.email : verifiedEmail(user.sso_shown_as),
        language: uiLanguage.safeParse(language).data ?? null,
      },
    ]
  })
}
