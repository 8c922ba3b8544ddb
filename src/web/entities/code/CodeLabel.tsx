import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLanguage } from '../../i18n/Language.tsx'
import { codeNamesQuery } from './queries.ts'

interface CodeLabelProps {
  /** `record.field`, or the family of a return code. Any other field has no names. */
  field: string
  value: string | number
  /** Shown when the value has no name. */
  otherwise?: ReactNode
}

/** The name that administrators gave a code, in the user's language or else the other, for display beside the raw value. */
export function CodeLabel({ field, value, otherwise = null }: CodeLabelProps) {
  const { language } = useLanguage()
  const known = useQuery(codeNamesQuery()).data?.items.find(
    (each) => each.field === field && each.value === String(value),
  )
  if (known === undefined) return otherwise
  const { en, zh, note } = known
  return (
    <Text span inherit title={note || undefined}>
      {language === 'zh' ? zh || en : en || zh}
    </Text>
  )
}
