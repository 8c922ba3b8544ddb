import * as z from 'zod'
import { personFacts, factSources, type PersonFact, type FactSource } from '#contract/people.ts'
import { keyOf, plain, searchText, sortKey } from '../platform/database/names.ts'

interface Fact {
  /** Null after the source cleared it. */
  value: string | null
  source: FactSource
  /** When the source showed the value, in epoch milliseconds. */
  at: number
}
export type Facts = Partial<Record<PersonFact, Fact>>

const maxValueLength = 500
const fact = z.object({ value: z.nullable(z.string()), source: z.enum(factSources), at: z.number() })
const schema = z.record(z.string(), z.unknown())

/** Parses facts from the store's JSON, without fields and sources that only a newer version knows. */
export function factsFrom(json: string): Facts {
  const stored = schema.parse(JSON.parse(json))
  const facts: Facts = {}
  for (const field of personFacts) {
    const parsed = fact.safeParse(stored[field])
    if (parsed.success) facts[field] = parsed.data
  }
  return facts
}

/** The facts that a source shows. An absent or empty value says nothing; a roster's null clears. */
export function factsOf(
  values: Partial<Record<PersonFact, string | null | undefined>>,
  source: FactSource,
  at: number,
): Facts {
  const facts: Facts = {}
  for (const field of personFacts) {
    const value = (values[field] ?? '').replace(/\p{Cc}+/gu, ' ').trim()
    if (values[field] === null && source === 'roster') facts[field] = { value: null, source, at }
    else if (value !== '') facts[field] = { value: value.slice(0, maxValueLength).toWellFormed(), source, at }
  }
  return facts
}

/** The later fact; ties resolve the same way in any order. A user-typed fact yields to every other source. */
function laterOf(one: Fact, other: Fact): Fact {
  const isTyped = (fact: Fact) => fact.source === 'reservation'
  if (isTyped(one) !== isTyped(other)) return isTyped(one) ? other : one
  if (one.at !== other.at) return one.at > other.at ? one : other
  const order = factSources.indexOf(one.source) - factSources.indexOf(other.source)
  if (order !== 0) return order > 0 ? one : other
  return (one.value ?? '') >= (other.value ?? '') ? one : other
}

/** The latest fact of each field. */
export function mergeFacts(one: Facts, other: Facts): Facts {
  const merged: Facts = { ...one }
  for (const field of personFacts) {
    const [old, next] = [one[field], other[field]]
    if (next !== undefined) merged[field] = old === undefined ? next : laterOf(old, next)
  }
  return merged
}

export const isSameFacts = (one: Facts, other: Facts): boolean =>
  personFacts.every((field) => (one[field]?.value ?? null) === (other[field]?.value ?? null))

/** Maximum length of an indexed text, in characters: PostgreSQL rejects index entries of more than 2,704 bytes. */
const maxIndexedLength = 200

/** The columns of a person that are compared, sorted and searched, from the facts and from the numbers between spaces. */
export function keysOf(
  facts: Partial<Record<PersonFact, { value: string | null }>>,
  exts: string,
  agentUuid: string | null,
) {
  const valueOf = (field: PersonFact) => facts[field]?.value ?? null
  const cut = (text: string | null) => text?.slice(0, maxIndexedLength) ?? null
  const [name, workNumber, department] = [
    valueOf('name'),
    cut(valueOf('workNumber')),
    cut(valueOf('department')),
  ]
  return {
    name,
    name_key: keyOf(cut(name) ?? ''),
    // A person without a name is shown by what is known instead, and sorts by it.
    sort_key: sortKey(name ?? workNumber ?? agentUuid ?? '', workNumber ?? ''),
    work_number: workNumber,
    work_key: plain(workNumber ?? '') || null,
    department,
    // A dash in a sheet says that there is none.
    department_key: keyOf(department ?? '').replace(/^-$/, '') || null,
    email_key: cut(valueOf('email'))?.toLowerCase() ?? null,
    search: searchText(cut(name) ?? '', workNumber ?? '', exts, department ?? ''),
  }
}
