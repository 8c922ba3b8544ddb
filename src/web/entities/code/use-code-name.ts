import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CodeName } from '#contract/codes.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { useKnownName } from './known-names.ts'

/** The dictionary changes rarely, so it loads at most once a minute. After a failure, only the raw values show for that time. */
const freshMs = 60_000
const askedAt = new WeakMap<QueryClient, number>()

/** Loads the dictionary once the first raw value is on the page, so that no list waits for the dictionary. */
async function readNames(client: QueryClient): Promise<void> {
  if (performance.now() - (askedAt.get(client) ?? -Infinity) < freshMs) return
  askedAt.set(client, performance.now())
  const { codeNamesQuery } = await import('./queries.ts')
  await client.fetchQuery(codeNamesQuery())
}

/** Returns a code's name in a language, else in the other language. */
const nameIn = (language: 'en' | 'zh', { en, zh }: Pick<CodeName, 'en' | 'zh'>): string =>
  language === 'zh' ? zh || en : en || zh

/** Returns the administrators' name for a value of a coded field, in the user's language; `null` when it has no name. */
export function useCodeName(field: string, value: string | number): { name: string; note: string } | null {
  const client = useQueryClient()
  const { language } = useLanguage()
  const known = useKnownName(field, value)
  useEffect(() => {
    readNames(client).catch(() => undefined)
  }, [client])
  return known === undefined ? null : { name: nameIn(language, known), note: known.note }
}
