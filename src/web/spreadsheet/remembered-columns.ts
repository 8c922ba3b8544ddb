import * as z from 'zod/mini'
import { userKey, readPreference, writePreference } from '../lib/preference.ts'
import type { Columns, ImportKind } from './columns.ts'
import { plainHeader } from './headers.ts'

/** Maximum sheets of one import whose columns this browser remembers for a user. */
const maxRemembered = 20
const remembered = z.array(z.object({ sheet: z.string(), columns: z.record(z.string(), z.number()) }))

/** 32 bits of FNV-1a: enough to recognize a sheet, too few to recover its header, which could contain a password. */
function fingerprint(header: readonly string[]): string {
  let hash = 0x811c9dc5
  for (const letter of header.map(plainHeader).toSorted().join('\n'))
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return `${header.length}.${hash.toString(16)}`
}

/** Returns the columns in the alphabetical order of their headers, so that the order of the columns does not matter. */
const inOrder = (header: readonly string[]): number[] => {
  const plain = header.map(plainHeader)
  return header.map((_, index) => index).toSorted((a, b) => ((plain[a] ?? '') < (plain[b] ?? '') ? -1 : 1))
}

/** Remembers the user's columns for sheets with this header. Stores nothing else of the sheet. */
export function rememberColumns<Field extends string>(
  { memory }: ImportKind<Field>,
  header: readonly string[],
  columns: Columns<Field>,
): void {
  const order = inOrder(header)
  const places = [...columns].map(([field, column]) => [field, order.indexOf(column)] as const)
  const current = { sheet: fingerprint(header), columns: Object.fromEntries(places) }
  const others = readPreference(userKey(memory), remembered, []).filter(
    ({ sheet }) => sheet !== current.sheet,
  )
  writePreference(userKey(memory), [current, ...others].slice(0, maxRemembered))
}

/** Returns the remembered columns for this header in any order; undefined when there are none. */
export function rememberedColumns<Field extends string>(
  { memory, fields }: ImportKind<Field>,
  header: readonly string[],
): Columns<Field> | undefined {
  const order = inOrder(header)
  const match = readPreference(userKey(memory), remembered, []).find(
    ({ sheet }) => sheet === fingerprint(header),
  )
  if (match === undefined) return undefined
  return new Map(
    fields.flatMap((field) => {
      const column = order[match.columns[field] ?? -1]
      return column === undefined ? [] : [[field, column] as const]
    }),
  )
}
