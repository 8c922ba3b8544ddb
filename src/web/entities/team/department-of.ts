import type { Team } from '#contract/team.ts'

/** Returns the department that a new colleague of the team joins: the team's own, if it has one. */
export const departmentOf = (team: Team['team'] | undefined): string | undefined =>
  team?.departments.length === 1 ? team.departments[0] : undefined
