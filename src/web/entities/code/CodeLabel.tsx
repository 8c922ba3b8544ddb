import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCodeName } from './use-code-name.ts'

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
