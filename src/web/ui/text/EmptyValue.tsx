import { VisuallyHidden } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'

/** A cell of text. The table cuts long values; the title has the whole value. */
export const textCell = (value: string | null | undefined) =>
  value == null || value === '' ? <EmptyValue /> : <span title={value}>{value}</span>

/** A dash for a field that the service left out. */
export function EmptyValue() {
  const t = useT()
  return (
    <span data-empty style={{ color: 'var(--mantine-color-dimmed)' }}>
      <span aria-hidden>–</span>
      <VisuallyHidden>{t('value.none')}</VisuallyHidden>
    </span>
  )
}
