import type { QueryClient } from '@tanstack/react-query'
import pLimit from 'p-limit'
import type { Extension } from '#contract/records.ts'
import { type Pair, type Reservation, type PairOutcome } from '#contract/reservations.ts'
import { hasCode } from '../../../api/api-error.ts'
import { extensionQuery } from '../../../entities/extension/queries.ts'
import { openQuery, pairOf } from '../../../entities/reservation/queries.ts'
import { lookUpsAtOnce, type PersonLine } from '../../../entities/person/find-people.ts'

/** Maximum pairs of one batch, sent in requests of at most `maxPairs`. */
export const maxBatch = 100

/** A number's status before any reservation. */
type Status =
  | { kind: 'free' | 'missing' | 'failed' | 'none' }
  | { kind: 'bound'; agent: string }
  | { kind: 'unavailable'; extension: Extension; userName: string | null }
  | { kind: 'unknown' }

/** What the pairs are made from, as looked up when the user asked for the plan. */
export interface Plan {
  lines: readonly PersonLine[]
  numbers: readonly string[]
  statuses: ReadonlyMap<string, Status>
  /** The numbers reserved for people, by UUID or new colleague ID. Later reservations must not move numbers to other people. */
  reservedNumbers: ReadonlyMap<string, readonly string[]>
  /** Each line has the number beside it, as in a sheet. Otherwise the lines that are ready take the numbers in order. */
  isBeside: boolean
}

/** Why a person takes no number: named in an earlier line, or has a number or a reservation. */
type Spared =
  | { kind: 'repeated'; line: number }
  | { kind: 'has'; numbers: string[]; reserved: readonly string[] }

export interface Planned {
  line: PersonLine
  /** Null when the line takes no number, or none is left. */
  ext: string | null
  status: Status
  spared: Spared | null
}

async function statusOf(client: QueryClient, ext: string): Promise<Status> {
  try {
    const answer = await client.fetchQuery({ ...extensionQuery(ext), retry: false })
    const { extension, state, agentNames } = answer
    if (state === 'bound') return { kind: 'bound', agent: extension.agentName ?? extension.agentUuid ?? '–' }
    if (state === 'unavailable')
      return { kind: state, extension, userName: agentNames[extension.currentUsingAgentUuid ?? ''] ?? null }
    // The service decides about a number that is not bound and not seen in the idle list yet.
    return state === 'unknown' && extension.bindStatus !== 0 ? { kind: 'unknown' } : { kind: 'free' }
  } catch (error) {
    return { kind: hasCode(error, 'extension-not-found') ? 'missing' : 'failed' }
  }
}

/** Looks up the numbers that the lines can take, a few at a time. */
export async function lookUpPairNumbers(
  client: QueryClient,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, Status>> {
  const statuses = await pLimit(lookUpsAtOnce).map(numbers, async (ext) => statusOf(client, ext))
  return new Map(numbers.map((ext, index) => [ext, statuses[index] ?? { kind: 'failed' }]))
}

/** Reads the numbers reserved for each person, by UUID or new colleague ID. */
export async function lookUpReservedNumbers(client: QueryClient): Promise<Plan['reservedNumbers']> {
  return groupByPerson((await client.fetchQuery({ ...openQuery(), staleTime: 0 })).items)
}

/** The numbers reserved for each person, by UUID or new colleague ID. */
export function groupByPerson(reservations: readonly Reservation[]): Plan['reservedNumbers'] {
  const numbers = new Map<string, string[]>()
  for (const { ext, agentUuid, colleagueId } of reservations)
    for (const id of [agentUuid, colleagueId])
      if (id !== null) numbers.set(id, [...(numbers.get(id) ?? []), ext])
  return numbers
}

/** Pairs people and numbers. Those who have a number or a reservation take one only with `withHolders`. */
export function pairUp(
  { lines, numbers, statuses, reservedNumbers, isBeside }: Plan,
  withHolders: boolean,
): Planned[] {
  const firstLines = new Map<string, number>()
  const free = numbers.values()
  const sparedOf = ({ person, entry }: PersonLine, at: number): Spared | null => {
    if (person === null) return null
    const line = firstLines.get(person.id)
    if (line !== undefined) return { kind: 'repeated', line }
    firstLines.set(person.id, at + 1)
    const bound = entry?.ext ?? null
    const reserved = reservedNumbers.get(person.id) ?? []
    if (withHolders || (bound === null && reserved.length === 0)) return null
    return { kind: 'has', numbers: bound === null ? [] : [bound], reserved }
  }
  return lines.map((line, at) => {
    const spared = sparedOf(line, at)
    const isReady = line.person !== null && spared === null
    const ext = (isBeside ? numbers[at] : isReady ? free.next().value : undefined) ?? null
    return { line, ext, spared, status: statuses.get(ext ?? '') ?? { kind: 'none' } }
  })
}

/** Returns the pairs that can be reserved. Leaves out numbers with an open reservation, which can be newer than the plan. */
export const sendable = (planned: readonly Planned[], reserved: ReadonlyMap<string, Reservation>): Pair[] =>
  planned.flatMap(({ line: { person }, ext, status, spared }) =>
    person === null || spared !== null || ext === null || status.kind !== 'free' || reserved.has(ext)
      ? []
      : [pairOf(ext, person)],
  )

export type Outcomes = ReadonlyMap<string, PairOutcome>
