import type { Pair, PersonKind, Reservation } from '#contract/reservations.ts'
import {
  asNewColleague,
  withChoice,
  withParts,
  type LineChoice,
  type PersonLine,
} from '../../../entities/person/find-people.ts'
import { pairUp, sendable, type Plan, type Planned } from './pairs.ts'

/** What the user decided about the lines of a list. */
export interface Choices {
  /** The people chosen for names that several people have or that are unknown, by the line's text. */
  people: ReadonlyMap<string, LineChoice>
  /** The lists in one line to be read as several lines. */
  split: ReadonlySet<string>
  /** Whether people who have a number or a reservation get another. */
  withHolders: boolean
  /** Whether names that the console does not know are those of new colleagues. */
  areColleagues: boolean
}

export const noChoices: Choices = {
  people: new Map(),
  split: new Set(),
  withHolders: false,
  areColleagues: false,
}

/** What is entered once for the whole list. The first two are those of new colleagues, lines and rooms; empty when unknown. */
export interface BatchDetails {
  department: string
  /** `YYYY-MM-DD`. */
  startsOn: string
  /** Epoch milliseconds. */
  until: number
}

const isUnknownName = ({ why }: PersonLine) => why === 'name-unknown'

/** The lines with each list in one line in parts, where it is clear or the user said so. */
export const splitLines = (lines: readonly PersonLine[], { split }: Choices): PersonLine[] =>
  withParts(lines, (text) => split.has(text))

/** Returns the pairs of the plan with the user's choices. */
export function choosePairs(plan: Plan, choices: Choices) {
  const lines = splitLines(plan.lines, choices)
  const people = lines.map((line) => {
    const colleague =
      isUnknownName(line) && choices.areColleagues ? { person: asNewColleague(line), entry: null } : undefined
    return withChoice(line, choices.people.get(line.text) ?? colleague)
  })
  const spares = pairUp({ ...plan, lines: people }, false)
  return {
    rows: choices.withHolders ? pairUp({ ...plan, lines: people }, true) : spares,
    /** The lines without a person yet, each text once. */
    unclear: lines.filter(
      ({ person, why, text }, at) =>
        person === null && why !== 'no-name' && lines.findIndex((line) => line.text === text) === at,
    ),
    /** The names that the console does not know, and for which the user chose no one. */
    unknownNames: [
      ...new Set(
        lines.filter((line) => isUnknownName(line) && !choices.people.has(line.text)).map(({ name }) => name),
      ),
    ],
    /** How many people have a number or a reservation. */
    holders: spares.filter(({ spared }) => spared?.kind === 'has').length,
  }
}

/** Returns the pairs to send, new colleagues with what is entered for all of them; a line or room has no first day. */
export const readyPairs = (
  rows: readonly Planned[],
  reserved: ReadonlyMap<string, Reservation>,
  { department, startsOn }: Omit<BatchDetails, 'until'>,
): Pair[] =>
  sendable(rows, reserved).map((pair) =>
    pair.colleague === undefined
      ? pair
      : {
          ...pair,
          colleague: {
            ...pair.colleague,
            ...(department.trim() === '' ? {} : { department: department.trim() }),
            ...(startsOn === '' || pair.colleague.kind === 'resource' ? {} : { startsOn }),
          },
        },
  )

/** Counts the new colleagues, and the lines and rooms, among the pairs. */
export function countNewColleagues(pairs: readonly Pair[]): Record<PersonKind, number> {
  const counts = { person: 0, resource: 0 }
  for (const { colleague } of pairs) if (colleague !== undefined) counts[colleague.kind ?? 'person'] += 1
  return counts
}

/** How many numbers of the plan no line takes. */
export const countSpare = ({ numbers }: Plan, rows: readonly Planned[]): number =>
  numbers.length - rows.filter(({ ext }) => ext !== null).length
