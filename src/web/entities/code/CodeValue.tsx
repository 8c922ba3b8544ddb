import { Group, Text } from '@mantine/core'
import { useT, useLanguage } from '../../i18n/Language.tsx'
import { EmptyValue } from '../../ui/text/EmptyValue.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
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

interface CodeValueProps {
  value: number | null
  /** `record.field` (contract, `codedFields`). */
  field: string
  /** Shows a note when the value has no name. */
  hint?: boolean
}

/** An integer without a meaning in docs/upstream-api.md: shows the raw value and the administrators' name, never an invented name. */
export function CodeValue({ value, field, hint = true }: CodeValueProps) {
  const t = useT()
  if (value === null) return <EmptyValue />
  const unnamed = hint && (
    <Text span size="xs" c="dimmed">
      {t('value.undocumented')}
    </Text>
  )
  return (
    <Group gap="xs" wrap="nowrap" component="span" display="inline-flex">
      <Text span inherit ff="monospace">
        {value}
      </Text>
      <CodeLabel field={field} value={value} otherwise={unnamed} />
    </Group>
  )
}

/** Shows bindStatus: 0 is not bound, 1 is bound (docs/upstream-api.md#bindstatus); any other value is shown raw. */
export function BindStatus({ value }: { value: number | null }) {
  const t = useT()
  if (value !== 0 && value !== 1) return <CodeValue value={value} field="extension.bindStatus" />
  return t(value === 0 ? 'value.notBound' : 'inventory.state.bound')
}
