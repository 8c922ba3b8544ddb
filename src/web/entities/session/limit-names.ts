import type { Session } from '#contract/session.ts'

/** Returns the departments and pools of a limit, as values of the messages that name them. */
export const limitNames = ({ departments, pools }: NonNullable<Session['limit']>) => ({
  departments: departments.join(' · ') || '–',
  pools: pools.map(({ name }) => name).join(' · ') || '–',
})
