import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCodeName } from './use-code-name.ts'

interface CodeLabelProps {
  /** `record.field`, or the family of a return code; one that is no coded field has no names. */
  field: string
  value: string | number
  /** Where it has no name. */
  otherwise?: ReactNode
}

/** What admins call a code, to stand beside its raw value. */
export function CodeLabel({ field, value, otherwise = null }: CodeLabelProps) {
  const known = useCodeName(field, value)
  if (known === null) return otherwise
  return (
    <Text span inherit {...(known.note === '' ? {} : { title: known.note })}>
      {known.name}
    </Text>
  )
}
