import type { DBAdapter } from 'better-auth'
import { nameKey } from '#contract/text.ts'
import { nameAtProvider } from './sso-claims.ts'

/** A user's e-mail; for people of the provider what it calls them, marked as its own. */
export const shownEmail = ({
  email,
  ssoIssuer,
  ssoShownAs,
}: {
  email: string
  ssoIssuer?: string | null | undefined
  ssoShownAs?: string | null | undefined
}): string =>
  typeof ssoIssuer === 'string' && typeof ssoShownAs === 'string'
    ? nameAtProvider(ssoIssuer, ssoShownAs, email)
    : email

/** The same for names that a list shows alike: in any case, width and spacing. */
const keyOf = (name: string): string => nameKey(name).replaceAll(/\s/g, '')

/** Whether an enabled user has this name, or an e-mail that it could pass for; `ownId` is the user it is for, null for a new one. */
export async function isNameTaken(
  adapter: Pick<DBAdapter, 'findMany'>,
  name: string,
  ownId: string | null,
): Promise<boolean> {
  const users = await adapter.findMany<{
    id: string
    name: string
    email: string
    banned?: boolean | null
    ssoIssuer?: string | null
    ssoShownAs?: string | null
  }>({ model: 'user', limit: Number.MAX_SAFE_INTEGER })
  const key = keyOf(name)
  return users.some(
    (user) =>
      user.id !== ownId &&
      user.banned !== true &&
      [user.name, user.email, user.ssoShownAs ?? '', shownEmail(user)].some((shown) => keyOf(shown) === key),
  )
}
