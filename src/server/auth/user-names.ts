import type { DBAdapter } from 'better-auth'
import { nameKey } from '#contract/text.ts'
import { nameAtProvider } from './sso-claims.ts'

/** Returns a user's email; for users of a provider, the name that the provider shows, marked with the provider. */
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

/** Returns the same key for names that look alike in a list: case, width and spacing don't matter. */
const keyOf = (name: string): string => nameKey(name).replaceAll(/\s/g, '')

/**
 * True when an enabled user has this name, or an email that it could pass for. `ownId` is the user who gets the name,
 * null for a new user.
 */
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
