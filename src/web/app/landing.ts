import { patterns } from '#contract/page-patterns.ts'
import type { Session } from '#contract/session.ts'

/** The page of a visit to `/`: the overview for administrators, their team for every other role. */
export const homeOf = ({ role }: Pick<Session, 'role'>): string =>
  role === 'admin' ? patterns.overview : patterns.team
