import { Text } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
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
function useCodeName(field: string, value: string | number): { name: string; note: string } | null {
  const client = useQueryClient()
  const { language } = useLanguage()
  const known = useKnownName(field, value)
  useEffect(() => {
    readNames(client).catch(() => undefined)
  }, [client])
  return known === undefined ? null : { name: nameIn(language, known), note: known.note }
}

interface CodeLabelProps {
  /** `record.field`, or the family of a return code. Any other field has no names. */
  field: string
  value: string | number
  /** Shown when the value has no name. */
  otherwise?: ReactNode
}

/** The name that administrators gave a code, for display beside the raw value. */
export function CodeLabel({ field, value, otherwise = null }: CodeLabelProps) {
  const known = useCodeName(field, value)
  if (known === null) return otherwise
  return (
    <Text span inherit {...(known.note === '' ? {} : { title: known.note })}>
      {known.name}
    </Text>
  )
}
