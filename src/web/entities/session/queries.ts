import * as z from 'zod/mini'
import { currentSession, session, type Session } from '#contract/session.ts'
import { read } from '../../api/endpoint-queries.ts'

/** The signed-in user and their permissions. Throws `unauthenticated` without a session. */
export const sessionQuery = () =>
  read(currentSession, { reauthenticate: false }, { staleTime: 5 * 60_000, meta: { quiet: true } })

/** Returns the session embedded in the page; `undefined` when there is none, for example without a signed-in user. */
export function embeddedSession(): Session | undefined {
  const data = document.querySelector('#session')?.textContent
  return data === undefined ? undefined : z.safeParse(session, JSON.parse(data)).data
}
