import * as z from 'zod/mini'
import { patterns } from '#contract/page-patterns.ts'
import type { Session } from '#contract/session.ts'
import { readPreference, writePreference } from '../lib/preference.ts'
import { isOpenTo, routeAt, type AppRoute } from './routes.tsx'

const key = (userId: string) => `last-page.${userId}`

/** The landing page on a user's first visit: the overview for administrators, reservations for every other role. */
export const homeOf = ({ role }: Pick<Session, 'role'>): string =>
  role === 'admin' ? patterns.overview : patterns.reserve

/** The landing page of a visit to `/`: the last page, if the user may still open it, else the home page of the role. */
export function landingOf(session: Session): string {
  const last = readPreference(key(session.user.id), z.string(), '')
  const route = routeAt(last)
  return route !== undefined && isOpenTo(session, route) ? last : homeOf(session)
}

/** Stores the next landing page. Only pages from the navigation or its tabs count, not the page of a single record. */
export function rememberPage(session: Session, { path, nav, tab }: AppRoute): void {
  if (nav !== undefined || tab !== undefined) writePreference(key(session.user.id), path)
}
