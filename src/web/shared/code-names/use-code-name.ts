import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CodeName } from '#contract/codes.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { useKnownName } from './known-names.ts'

/** A dictionary changes rarely. After a failure the raw values stay alone for as long. */
const freshMs = 60_000
const askedAt = new WeakMap<QueryClient, number>()

/** Begun when the first raw value is on screen, so that no list ever waits for the dictionary. */
async function ask(client: QueryClient): Promise<void> {
  if (performance.now() - (askedAt.get(client) ?? -Infinity) < freshMs) return
  askedAt.set(client, performance.now())
  const { codeNamesQuery } = await import('./queries.ts')
  await client.fetchQuery(codeNamesQuery())
}

/** A code's name in a language, else in the other. */
const nameIn = (language: 'en' | 'zh', { en, zh }: Pick<CodeName, 'en' | 'zh'>): string =>
  language === 'zh' ? zh || en : en || zh

/** What admins call a value of a coded field, in the reader's language; null where it has no name. */
export function useCodeName(field: string, value: string | number): { name: string; note: string } | null {
  const client = useQueryClient()
  const { language } = useLanguage()
  const known = useKnownName(field, value)
  useEffect(() => {
    ask(client).catch(() => undefined)
  }, [client])
  return known === undefined ? null : { name: nameIn(language, known), note: known.note }
}
