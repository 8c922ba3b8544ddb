import * as z from 'zod/mini'
import { patterns } from '#contract/page-patterns.ts'
import type { Session } from '#contract/session.ts'
import { readPreference, writePreference } from '../lib/preference.ts'
import { isOpenTo, routeAt, type AppRoute } from './routes.tsx'

const key = (userId: string) => `last-page.${userId}`

/** Where a user's first visit begins: how the numbers are doing, or the work with them. */
export const homeOf = ({ role }: Pick<Session, 'role'>): string =>
  role === 'admin' ? patterns.overview : patterns.reserve

/** Where a visit without a page begins: on the page last used, if the user may still open it. */
export function landingOf(session: Session): string {
  const last = readPreference(key(session.user.id), z.string(), '')
  const route = routeAt(last)
  return route !== undefined && isOpenTo(session, route) ? last : homeOf(session)
}

/** Keeps a page that the navigation or its tabs offer; a record is not where the next visit begins. */
export function rememberPage(session: Session, { path, nav, tab }: AppRoute): void {
  if (nav !== undefined || tab !== undefined) writePreference(key(session.user.id), path)
}
