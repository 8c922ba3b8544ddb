import * as z from 'zod/mini'
import { endpoint, nothing } from './endpoint.ts'
import { labelName } from './labels.ts'
import { numberStates } from './number-states.ts'
import { ownFilter, pageQuery, warning } from './page.ts'
import { problemCodes, serviceProblems } from './problem.ts'
import { extension } from './records.ts'
import { newColleague, personKinds, releaseReason } from './reservations.ts'
import { agentId, agentUuid, extPrefix, typedLine, uuid } from './text.ts'

/**
 * Operation 9: unbound extensions, with the agent's own extension as `current`. The service lists numbers here that are not in
 * its idle list, so each row has its state.
 */
export const agentExtensions = endpoint({
  method: 'GET',
  path: '/api/people/:agentUuid/extensions',
  access: 'extension.read',
  problems: serviceProblems,
  params: z.object({ agentUuid }),
  query: z.object({ ...pageQuery, ext: z.optional(extPrefix) }),
  answer: z.object({
    /** Null when this page of the service's answer has no extension bound to the agent. */
    current: z.nullable(extension),
    items: z.array(z.object({ ...extension.shape, state: z.enum(numberStates) })),
    /** The directory's names of the agents who use numbers of the page, by UUID. */
    agentNames: z.record(z.string(), z.string()),
    page: z.number(),
    pageSize: z.number(),
    /** The service's count, which includes the agent's own extension. */
    total: z.number(),
    warnings: z.array(warning),
  }),
})

/** Facts about an agent, apart from the uuid and the numbers. */
export const personFacts = [
  'name',
  'workNumber',
  'department',
  'email',
  'phoneModel',
  'note',
  'startsOn',
] as const
export type PersonFact = (typeof personFacts)[number]
/** The source of a fact: an extension bound to the agent, the agent's record (operation 6), a reservation, or the roster. */
export const factSources = ['extension', 'agent-record', 'reservation', 'roster'] as const
export type FactSource = (typeof factSources)[number]
/** `number`: an extension is bound to the agent; `reserved`: no extension is bound, and one is reserved; `none`: neither. */
export const personStates = ['number', 'reserved', 'none'] as const
export type PersonState = (typeof personStates)[number]
/** `best`: the best match first; `state`: in the order of `personStates`. Both sort by name within. */
export const personSorts = ['name', 'workNumber', 'department', 'ext', 'state', 'best'] as const
export type PersonSort = (typeof personSorts)[number]

const text = z.nullable(z.string())

/** An agent as lists and pickers show them. Times are epoch milliseconds. */
export const person = z.object({
  /** The console's own id. */
  id: z.string(),
  /** Null for a new colleague: a resource, or a person whom the service has not shown yet. */
  agentUuid: text,
  kind: z.enum(personKinds),
  name: text,
  workNumber: text,
  department: text,
  /** A new colleague's first day, such as `2026-12-05`. */
  startsOn: text,
  /** The first number bound to the agent, or that was reserved for the resource and is bound since. */
  ext: text,
  /** Count of these numbers. */
  numbers: z.number(),
  state: z.enum(personStates),
  /** Numbers reserved for the agent. */
  reserved: z.array(z.object({ ext: z.string(), expiresAt: z.number() })),
  /** Sorted by name. */
  labels: z.array(z.string()),
})
export type Person = z.infer<typeof person>

const fact = z.object({ value: z.string(), source: z.enum(factSources), at: z.number() })

/**
 * Words in any order; each is a part of the name, pinyin, pinyin initials, work number, an extension or the department. A uuid or an
 * email address is searched whole, and a pattern (`*88`, `20??`) in extensions and work numbers. A sign alone is a part of the name.
 */
export const personSearch = z.string().check(z.trim(), z.maxLength(128), z.regex(/^[^\p{Cc}]*$/u))
/** The department of people without one. */
export const noDepartment = '-'
/** In any case, width and spacing; `-` for the people without one. */
const department = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}]*$/u))
export const peopleFilter = {
  q: z.optional(personSearch),
  department: z.optional(department),
  state: z.optional(z.enum(personStates)),
  kind: z.optional(z.enum(personKinds)),
  label: z.optional(labelName),
  ...ownFilter,
}

/** Every agent that the service or the roster has ever shown, merged by uuid, never by name. */
export const listPeople = endpoint({
  method: 'GET',
  path: '/api/people',
  access: 'extension.read',
  query: z.object({
    ...pageQuery,
    ...peopleFilter,
    sort: z._default(z.enum(personSorts), 'name'),
    order: z._default(z.enum(['asc', 'desc']), 'asc'),
  }),
  answer: z.object({
    items: z.array(person),
    page: z.number(),
    pageSize: z.number(),
    total: z.number(),
    warnings: z.array(warning),
  }),
})

/**
 * The agents whose names differ from a misspelled one by a letter or two, have the same pinyin, or have more or fewer words; the
 * closest first, at most five.
 */
export const similarPeople = endpoint({
  method: 'GET',
  path: '/api/people/similar',
  access: 'extension.read',
  query: z.object({ name: personSearch.check(z.minLength(1)) }),
  answer: z.object({ items: z.array(person) }),
})

/** Most agents in one answer. */
export const maxPeopleById = 120
/** Returns the directory's agents with these uuids or new colleague ids, in any order. Used to show lists of people. */
export const peopleById = endpoint({
  method: 'GET',
  path: '/api/people/by-id',
  access: 'extension.read',
  query: z.object({
    /** Separated by commas. */
    ids: z.string().check(
      z.refine(
        (text) => {
          const ids = text.split(',')
          return ids.length <= maxPeopleById && ids.every((id) => z.safeParse(agentUuid, id).success)
        },
        { error: `give 1 to ${maxPeopleById} agent uuids with commas between` },
      ),
    ),
    /** Also the new colleagues who were removed, for past entries. */
    removed: z.optional(z.literal('1')),
  }),
  answer: z.object({ items: z.array(person) }),
})

/** The departments with the count of their people, sorted by name; last, as null, the people without one. */
export const listDepartments = endpoint({
  method: 'GET',
  path: '/api/people/departments',
  access: 'extension.read',
  answer: z.object({ items: z.array(z.object({ department: text, count: z.number() })) }),
})

const line = z.object({
  text: z.string(),
  kind: z.enum(['person', 'choose', 'unread']),
  /** Why the line is unread. */
  why: z.nullable(z.enum(['unknown', 'heading', 'other-number', 'several'])),
  /** The person, or at most twenty to choose from. */
  people: z.array(person),
  total: z.number(),
  /** What else the line says of the person, such as a department. */
  beside: z.array(z.string()),
  /** The name and work number of a possible new colleague; the name is empty in a sentence. */
  name: z.string(),
  workNumber: text,
})
const listLine = z.object({
  ...line.shape,
  /** The people of a line with several, which count only when the user says so. */
  parts: z.array(line),
})

/** Most lines of a pasted list in one call. */
export const maxLines = 300
/**
 * Reads the lines of a pasted list. A line is a person only when the directory has exactly its name, work number or uuid, or its
 * name with the work number, extension or department beside it. Sends nothing to the service.
 */
export const readLines = endpoint({
  method: 'POST',
  path: '/api/people/lines',
  access: 'extension.read',
  largestBody: 1_000_000,
  body: z.object({ lines: z.array(z.string().check(z.maxLength(2_000))).check(z.maxLength(maxLines)) }),
  answer: z.object({ lines: z.array(listLine) }),
})

/** Reads one agent by uuid, or a new colleague by the console's id. Each fact has its source and time. */
export const readPerson = endpoint({
  method: 'GET',
  path: '/api/people/:id',
  access: 'extension.read',
  params: z.object({ id: agentUuid }),
  answer: z.object({
    ...person.shape,
    /** The numbers that `numbers` counts, at most twenty. */
    exts: z.array(z.string()),
    facts: z.partialRecord(z.enum(personFacts), fact),
    firstSeenAt: z.number(),
  }),
})

/** Exports exactly the rows that the filter shows, sorted by name. Audited. */
export const exportPeople = endpoint({
  method: 'GET',
  path: '/api/people/export.csv',
  access: 'extension.read',
  query: z.object(peopleFilter),
  answer: z.string(),
})

/** Most agents in one look-up call; the browser splits longer lists into several calls. */
export const maxAgentLookUps = 100
/**
 * The result of a look-up by operations 6 and 9. `none`: the service knows the agent, who has no number; `number`: the agent has one;
 * `absent`: the service knows no such agent; `unknown`: the look-up failed, or the service's answer does not say.
 */
const agentLookUpStates = ['none', 'number', 'absent', 'unknown'] as const

/** Looks agents up before numbers are created for them. Sends only reads to the service. */
export const lookUpAgents = endpoint({
  method: 'POST',
  path: '/api/people/look-up',
  access: 'job.run',
  problems: serviceProblems,
  body: z.object({
    agents: z
      .array(z.object({ agentID: agentId, agentType: z.enum(['0', '1']) }))
      .check(z.minLength(1), z.maxLength(maxAgentLookUps)),
  }),
  answer: z.object({
    items: z.array(
      z.object({
        agentID: agentId,
        agentType: z.enum(['0', '1']),
        state: z.enum(agentLookUpStates),
        agentUuid: text,
        name: text,
        /** The number that the agent has. */
        ext: text,
        /** Why the state is `unknown`; null when the service's answer does not say. */
        code: z.nullable(z.enum(problemCodes)),
      }),
    ),
  }),
})

/** Absent says nothing; null clears. */
const rosterText = (most: number) => z.optional(z.nullable(typedLine(most)))
/** A row of the roster. Without a uuid, the work number identifies the person. */
export const rosterRow = z
  .object({
    agentUuid: z.optional(agentUuid),
    workNumber: z.optional(agentId),
    name: rosterText(200),
    department: rosterText(200),
    email: rosterText(254),
    phoneModel: rosterText(100),
    note: rosterText(500),
  })
  .check(
    z.refine((row) => row.agentUuid !== undefined || row.workNumber !== undefined, {
      path: ['workNumber'],
      message: 'give a work number or an agent uuid',
    }),
  )
export type RosterRow = z.infer<typeof rosterRow>

/** Most rows in one request; longer rosters are sent in several requests. */
export const maxRosterRows = 1_000
export const rosterOutcomes = ['added', 'colleague', 'changed', 'same', 'ambiguous'] as const

const roster = z.object({ rows: z.array(rosterRow).check(z.minLength(1), z.maxLength(maxRosterRows)) })
/** The departments whose number of people the rows change. */
const changedDepartments = z.array(
  z.object({ department: z.string(), before: z.number(), after: z.number() }),
)
/** What `importRoster` would change; changes nothing. */
export const previewRoster = endpoint({
  method: 'POST',
  path: '/api/people/import/preview',
  access: 'job.run',
  largestBody: 2_000_000,
  problems: ['names-secret'],
  body: roster,
  answer: z.object({ departments: changedDepartments }),
})

/**
 * Adds roster rows to the directory. Outcome `colleague`: added without a uuid. Outcome `ambiguous`: several agents have the work
 * number, so nothing was changed.
 */
export const importRoster = endpoint({
  method: 'POST',
  path: '/api/people/import',
  access: 'job.run',
  largestBody: 2_000_000,
  problems: ['names-secret'],
  body: roster,
  answer: z.object({
    outcomes: z.array(z.enum(rosterOutcomes)),
    departments: changedDepartments,
  }),
})

/**
 * Says whether a new colleague, not a resource, is this agent. If so, their facts, labels and reservations become the agent's, and their
 * ID leads there. If not, this agent is not offered for them again. Refused as `not-found` when the new colleague has an account
 * already, is a resource or does not exist, and as `agent-not-found` for an unknown agent. Audited.
 */
export const joinAgent = endpoint({
  method: 'POST',
  path: '/api/people/:id/join',
  access: 'extension.reserve',
  problems: ['limited', 'agent-not-found'],
  params: z.object({ id: uuid }),
  body: z.object({ agentUuid, same: z._default(z.boolean(), true) }),
  answer: person,
})

const colleague = newColleague.shape
const orNone = <Schema extends z.core.SomeType>(schema: z.ZodMiniOptional<Schema>) =>
  z.optional(z.nullable(schema.def.innerType))
/**
 * Corrects what is known of a new colleague or resource, which one can become the other; null clears, and what is absent stays, except
 * the first day of what is no person. Refused as `not-found` when the colleague has an account already or does not exist. Audited.
 */
export const changeColleague = endpoint({
  method: 'PATCH',
  path: '/api/people/:id',
  access: 'extension.reserve',
  problems: ['limited', 'agent-exists'],
  params: z.object({ id: uuid }),
  body: z.object({
    name: z.optional(colleague.name),
    kind: z.optional(z.enum(personKinds)),
    workNumber: orNone(colleague.workNumber),
    department: orNone(colleague.department),
    startsOn: orNone(colleague.startsOn),
  }),
  answer: person,
})
export type ColleagueFacts = z.output<(typeof changeColleague)['body']>

/**
 * Removes a new colleague or resource from lists and searches, and releases the numbers reserved for it; past entries keep the name. Reservations
 * of other users need `extension.release` and a reason. Refused as a whole as `reservation-of-another`, and as `not-found` like a
 * change. Audited.
 */
export const removeColleague = endpoint({
  method: 'DELETE',
  path: '/api/people/:id',
  access: 'extension.reserve',
  problems: ['limited', 'names-secret', 'reservation-of-another'],
  params: z.object({ id: uuid }),
  body: z.object({ reason: z.optional(releaseReason) }),
  answer: nothing,
})
