import { queryOptions, type QueryClient } from '@tanstack/react-query'
import pLimit from 'p-limit'
import type * as z from 'zod/mini'
import { isAgentId } from '#contract/text.ts'
import type { PersonKind } from '#contract/reservations.ts'
import { type Person, maxLines, readLines } from '#contract/people.ts'
import { hasCode } from '../../api/api-error.ts'
import { inBatches } from '../../api/in-batches.ts'
import { isTypedId } from '../../lib/typed.ts'
import { linesQuery } from './queries.ts'
import { firstIdleFor } from '../extension/queries.ts'

/** An agent by the service's UUID, or a new colleague by the directory's ID. */
export interface PersonRef {
  id: string
  isNewColleague: boolean
  name: string | null
  /** What a new colleague is; a person by default. */
  kind?: PersonKind
  /** A new colleague whom the directory does not have yet: the reservation adds them. */
  isNew?: true
  /** The work number of a new colleague whom the directory does not have yet. */
  workNumber?: string | null
}

/** Converts a person from the directory's lists and searches. */
export const personRef = ({ id, agentUuid, kind, name, workNumber }: Person): PersonRef =>
  agentUuid === null
    ? { id, isNewColleague: true, kind, name: name ?? workNumber }
    : { id: agentUuid, isNewColleague: false, name }

/**
 * Why a line names no one. `ambiguous`: several people have the name; `inside`: not exactly a person, but people are named in it;
 * `other-number`: the number beside the name is not theirs; `several`: a list in one line; `no-name`: a greeting or a sentence.
 */
type Why =
  | 'ambiguous'
  | 'inside'
  | 'other-number'
  | 'several'
  | 'name-unknown'
  | 'number-unknown'
  | 'no-name'
  | 'not-found'

/** What a line of a list means. Without a person, the user can choose a candidate, or a new colleague of `name` if it is not empty. */
export interface PersonLine {
  text: string
  person: PersonRef | null
  why: Why | null
  /** The directory's entry; `null` when only the service knows the person. */
  entry: Person | null
  candidates: readonly Person[]
  /** Count of the people whom the line may mean, of whom `candidates` are the first. */
  total: number
  name: string
  workNumber: string | null
  /** The lines that a list in one line would be. */
  parts: readonly PersonLine[]
}

type Line = z.output<(typeof readLines)['answer']>['lines'][number]

function whyOf({ kind, why, people, name, text }: Omit<Line, 'parts'>): Why {
  if (kind === 'choose') return 'ambiguous'
  if (why === 'several' || why === 'other-number') return why
  if (why !== 'heading' && people.length > 0) return 'inside'
  if (name !== '') return 'name-unknown'
  return why !== 'heading' && isTypedId(text) ? 'number-unknown' : 'no-name'
}

function toPersonLine({
  parts = [],
  ...line
}: Omit<Line, 'parts'> & Partial<Pick<Line, 'parts'>>): PersonLine {
  const [person = null] = line.kind === 'person' ? line.people : []
  return {
    text: line.text,
    person: person === null ? null : personRef(person),
    why: person === null ? whyOf(line) : null,
    entry: person,
    candidates: person === null ? line.people : [],
    total: person === null ? line.total : 0,
    name: line.name,
    workNumber: line.workNumber !== null && isAgentId(line.workNumber) ? line.workNumber : null,
    parts: parts.map((part) => toPersonLine(part)),
  }
}

/** True when the service can be asked for an agent with this work number or UUID. */
export const isAskable = ({ why, text }: PersonLine): boolean => why === 'number-unknown' && isTypedId(text)

/** A person whom neither the directory nor the service has. */
export const asNewColleague = ({ name, workNumber }: Pick<PersonLine, 'name' | 'workNumber'>): PersonRef => ({
  id: `new ${name} ${workNumber ?? ''}`,
  isNewColleague: true,
  name,
  isNew: true,
  workNumber,
})

/** A line, room or device that the directory does not have. No part of what is typed is a work number. */
export const asNewResource = (text: string): PersonRef => ({
  id: `new resource ${text}`,
  isNewColleague: true,
  kind: 'resource',
  name: text.trim(),
  isNew: true,
})

/** What the user chose for a line; `entry` is null when the directory does not have the person. */
export interface LineChoice {
  person: PersonRef
  entry: Person | null
}

/** Returns the line with the person whom the user chose for it. */
export const withChoice = (line: PersonLine, choice: LineChoice | undefined): PersonLine =>
  choice === undefined || line.person !== null ? line : { ...line, ...choice, why: null }

/** The lines with those of a list in one line in its place, if the list is clear or the user said so. */
export const withParts = (lines: readonly PersonLine[], isSplit: (text: string) => boolean): PersonLine[] =>
  lines.flatMap((line) => {
    const isClear =
      line.parts.length > 1 && line.parts.every(({ why }) => why === null || why === 'ambiguous')
    return line.why === 'several' && (isClear || isSplit(line.text)) ? line.parts : [line]
  })

export const lookUpsAtOnce = 4

/** Finds agents by UUID or work number in the service (operation 6), by the typed text; `null` when there is none. */
export async function askService(
  client: QueryClient,
  texts: readonly string[],
): Promise<Map<string, PersonRef | null>> {
  const people = await pLimit(lookUpsAtOnce).map(texts, async (id): Promise<PersonRef | null> => {
    try {
      const { agent } = await client.fetchQuery({ ...firstIdleFor(id), retry: false })
      return agent?.id ? { id: agent.id, isNewColleague: false, name: agent.agentName } : null
    } catch (error) {
      if (hasCode(error, 'agent-not-found')) return null
      throw error
    }
  })
  return new Map(texts.map((text, index) => [text, people[index] ?? null]))
}

/** Reads the lines of a list: exactly known people only. Sends nothing to the service. */
export async function findPeople(client: QueryClient, lines: readonly string[]): Promise<PersonLine[]> {
  const answers = await inBatches(lines, maxLines, (batch) => client.fetchQuery(linesQuery(batch)))
  return answers.flatMap((answer) => answer.lines.map((line) => toPersonLine(line)))
}

/** Whom the lines of a list mean, while the user types. */
export const personLinesQuery = (lines: readonly string[]) =>
  queryOptions({
    queryKey: [readLines.path, 'people', lines] as const,
    queryFn: ({ client }) => findPeople(client, lines),
    enabled: lines.length > 0,
    staleTime: 30_000,
    meta: { quiet: true },
  })
