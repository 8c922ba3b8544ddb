import { patterns } from '#contract/page-patterns.ts'
import type { Session } from '#contract/session.ts'

/** True for a team lead: reserves numbers for agents, and creates none. */
export const leadsTeam = ({ permissions }: Pick<Session, 'permissions'>): boolean =>
  permissions.includes('extension.reserve') && !permissions.includes('extension.create')

/** The page of a visit to `/`: their team for team leads, the overview for everyone else. */
export const homeOf = (session: Pick<Session, 'permissions'>): string =>
  leadsTeam(session) ? patterns.team : patterns.overview
