import * as z from 'zod/mini'
import { personSearch, person } from './people.ts'
import { endpoint } from './endpoint.ts'
import { agentUuid } from './text.ts'

/** Most people of a team in one answer. */
export const maxMembers = 500
const maxDepartments = 20
/** Most people whom a user may choose one by one. */
export const maxPicked = 100

const department = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}]*$/u))

const choice = z.object({
  departments: z.array(z.string()),
  /** The directory's ids of the people chosen one by one. */
  people: z.array(z.string()),
  /** The pool whose free numbers the team uses. */
  pool: z.nullable(z.string()),
})
export type TeamChoice = z.infer<typeof choice>

/** The user's team, and its people sorted by name. */
export const readTeam = endpoint({
  method: 'GET',
  path: '/api/team',
  access: 'extension.reserve',
  answer: z.object({
    /** Null until the user has chosen a team. */
    team: z.nullable(choice),
    /** The people of the departments, those chosen one by one, and everyone for whom the user holds a reservation, or lost one within a week. */
    members: z.array(person),
    /** The departments in which no one is, such as one that was renamed. */
    empty: z.array(z.string()),
    /** True when the team has more than `maxMembers` people. */
    more: z.boolean(),
    /**
     * Agents who may be a new colleague, not a resource, of the team: they have that name, work number, or the number reserved for them. `joinAgent`
     * confirms it.
     */
    namesakes: z.array(z.object({ colleagueId: z.string(), agents: z.array(person) })),
  }),
})
export type Team = z.infer<(typeof readTeam)['answer']>

/** The directory's ids of the people of the user's team whom a text finds, as in `listPeople`. */
export const teamSearch = endpoint({
  method: 'GET',
  path: '/api/team/search',
  access: 'extension.reserve',
  query: z.object({ q: personSearch.check(z.minLength(1)) }),
  answer: z.object({ ids: z.array(z.string()) }),
})

const newChoice = z.object({
  departments: z.array(department).check(z.maxLength(maxDepartments)),
  /** Agents' uuids, or the directory's ids. */
  people: z.array(agentUuid).check(z.maxLength(maxPicked)),
  pool: z.nullable(z.uuid()),
})

/**
 * Chooses the user's team. Refused as `agent-not-found` for a person whom the directory does not know and who is not in `seen`, and as
 * `edit-conflict` when the team is another than `seen`, unless it is the new one already. Audited.
 */
export const saveTeam = endpoint({
  method: 'PUT',
  path: '/api/team',
  access: 'extension.reserve',
  problems: ['agent-not-found', 'edit-conflict'],
  body: z.object({ ...newChoice.shape, seen: z.optional(z.nullable(newChoice)) }),
  answer: choice,
})
