import * as z from 'zod/mini'
import type { Person } from '#contract/people.ts'
import { newColleague, type Pair, type PersonKind } from '#contract/reservations.ts'
import { personRef, type PersonRef } from '../person/find-people.ts'
import { personTitle } from '../person/person-text.ts'
import type { ReserveStart } from './open-reserve.tsx'
import { pairOf } from './queries.ts'

/** What the user enters in the dialog that reserves a number. */
export interface ReserveValues {
  /** A person of the directory. */
  person: PersonRef | null
  /** The number is for a new colleague, or a line or room, with the fields below. */
  isNew: boolean
  kind: PersonKind
  name: string
  workNumber: string
  department: string
  startsOn: string
  search: string
  /** Null: any pool; undefined: the team's. */
  pool: string | null | undefined
  /** Epoch milliseconds; null: the usual end. */
  until: number | null
}

export const startValues = ({ person, colleague, search, pool }: ReserveStart): ReserveValues => ({
  person: person ?? null,
  isNew: colleague !== undefined,
  kind: colleague?.kind ?? 'person',
  name: colleague?.name ?? '',
  workNumber: colleague?.workNumber ?? '',
  department: colleague?.department ?? '',
  startsOn: colleague?.startsOn ?? '',
  search: search ?? '',
  pool,
  until: null,
})

const fieldsOf = {
  person: ['name', 'workNumber', 'department', 'startsOn'],
  resource: ['name', 'department'],
} as const

/** For whom the number is. `name` is empty until the user has named or chosen someone. */
interface Recipient {
  name: string
  workNumber: string | null
  startsOn: string | null
  isNewColleague: boolean
}

/** Returns for whom the number is. `entry`: the directory's entry of the chosen person. */
export function recipientOf(values: ReserveValues, entry: Person | undefined): Recipient {
  const { person, isNew, kind, name, workNumber, startsOn } = values
  if (!isNew)
    return {
      name: entry === undefined ? (person?.name ?? person?.id ?? '') : personTitle(entry),
      workNumber: entry?.workNumber ?? null,
      startsOn: entry?.startsOn ?? null,
      isNewColleague: entry?.agentUuid === null && entry.kind === 'person',
    }
  const isNewColleague = kind === 'person'
  return {
    name: name.trim(),
    // A line or room has neither, also when one was typed before.
    workNumber: isNewColleague ? workNumber : null,
    startsOn: isNewColleague && startsOn !== '' ? startsOn : null,
    isNewColleague,
  }
}

/** Returns the pair to send, or the fields to correct. */
export function readPair(ext: string, values: ReserveValues, entry: Person | undefined) {
  const { person, isNew, kind } = values
  if (!isNew) {
    const ref = entry === undefined ? person : personRef(entry)
    return { pair: ref === null ? null : pairOf(ext, ref), wrong: [] }
  }
  const filled = fieldsOf[kind]
    .map((field) => [field, values[field].trim()])
    .filter(([, text]) => text !== '')
  const { data, error } = z.safeParse(newColleague, { ...Object.fromEntries(filled), kind })
  const pair: Pair | null = data === undefined ? null : { ext, colleague: data }
  return {
    pair,
    wrong: fieldsOf[kind].filter((field) => error?.issues.some(({ path }) => path[0] === field)),
  }
}
