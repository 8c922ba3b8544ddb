import type { Warning } from '#contract/page.ts'

/** One entry with its name in both languages; `null` when a language does not have the entry. */
export interface BothLanguages {
  key: string
  en: string | null
  zh: string | null
}

/** Joins the two lists by key, in the order of the first list, then the entries that only the second list has. */
export function joinLanguages<Item>(
  en: readonly Item[],
  zh: readonly Item[],
  keyOf: (item: Item) => string,
  nameOf: (item: Item) => string,
): BothLanguages[] {
  const rows = new Map<string, BothLanguages>()
  for (const item of en) rows.set(keyOf(item), { key: keyOf(item), en: nameOf(item), zh: null })
  for (const item of zh) {
    const key = keyOf(item)
    rows.set(key, { key, en: rows.get(key)?.en ?? null, zh: nameOf(item) })
  }
  return [...rows.values()]
}

/** Joins the warnings of the two lists; the same warning of both is one. */
export const joinWarnings = (en: readonly Warning[], zh: readonly Warning[]): Warning[] => [
  ...en,
  ...zh.filter((each) => !en.some(({ code, detail }) => code === each.code && detail === each.detail)),
]

/** Removes case and accents, so that "sao tome" finds "São Tomé". */
const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** True when the key or either name contains the text. */
export const holdsText = ({ key, en, zh }: BothLanguages, text: string): boolean =>
  folded(`${key} ${en ?? ''} ${zh ?? ''}`).includes(folded(text))
