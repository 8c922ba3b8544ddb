import { Group, Text } from '@mantine/core'
import type { Extension } from '#contract/records.ts'
import { CodeLabel } from './CodeLabel.tsx'
import { useT } from '../../i18n/Language.tsx'
import { useReservations } from '../open-reservations.ts'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import classes from './CodeValue.module.css'

interface CodeValueProps {
  value: number | null
  /** `record.field` (contract, `codedFields`). */
  field: string
  /** Says so where it has no name. */
  hint?: boolean
}

/** An integer whose meaning docs/upstream-api.md does not give: shown as it is, beside what admins call it. Never an invented name. */
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

/** bindStatus is known: 0 free, 1 bound (docs/upstream-api.md#bindstatus). Another value is shown raw. */
export function BindStatus({ value }: { value: number | null }) {
  const t = useT()
  if (value !== 0 && value !== 1) return <CodeValue value={value} field="extension.bindStatus" />
  return (
    <span className={classes.bindStatus} data-bound={value === 1 || undefined}>
      {t(value === 0 ? 'value.free' : 'value.bound')}
    </span>
  )
}

/** The state of a number: its bindStatus, and `reserved` where it is free with an open reservation. */
export function NumberState({
  extension: { ext, bindStatus },
}: {
  extension: Pick<Extension, 'ext' | 'bindStatus'>
}) {
  const t = useT()
  const isReserved = useReservations().has(ext)
  if (bindStatus !== 0 || !isReserved) return <BindStatus value={bindStatus} />
  return (
    <span className={classes.bindStatus} data-reserved>
      {t('value.reserved')}
    </span>
  )
}
