import * as z from 'zod/mini'
import { ofOwner, readPreference, writePreference } from '../../lib/preference.ts'
import { plainHeader } from '../../shared/spreadsheet/headers.ts'
import { agentTypes, byField, type Mapping } from './fields.ts'

const key = 'import.mappings'
/** Maximum sheets whose mapping this browser remembers for a user. */
const maxRemembered = 20
const remembered = z.array(
  z.object({
    sheet: z.string(),
    columns: z.object(byField(() => z.nullable(z.number()))),
    agentType: z.enum(agentTypes),
  }),
)

/** 32 bits of FNV-1a: enough to recognize a sheet, too few to recover its first row, which could contain a password. */
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

/** Remembers the user's mapping for sheets with these headers. Stores nothing else of the sheet. */
export function rememberMapping(header: readonly string[], { columns, agentType }: Mapping): void {
  const order = inOrder(header)
  const place = (column: number | null) => (column === null ? null : order.indexOf(column))
  const own = { sheet: fingerprint(header), columns: byField((field) => place(columns[field])), agentType }
  const others = readPreference(ofOwner(key), remembered, []).filter(({ sheet }) => sheet !== own.sheet)
  writePreference(ofOwner(key), [own, ...others].slice(0, maxRemembered))
}

/** Returns the remembered mapping for these headers in any order; undefined when there is none. */
export function rememberedMapping(header: readonly string[]): Mapping | undefined {
  const order = inOrder(header)
  const known = readPreference(ofOwner(key), remembered, []).find(
    ({ sheet }) => sheet === fingerprint(header),
  )
  if (known === undefined) return undefined
  const column = (place: number | null) => (place === null ? null : (order[place] ?? null))
  return { columns: byField((field) => column(known.columns[field])), agentType: known.agentType }
}
