import { Button, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useT } from '../../i18n/Language.tsx'
import type { ActiveFilter, ListControl } from './list-state.ts'

interface ActiveFiltersProps {
  list: ListControl
  /** Returns a filter's value in the user's language, when the URL's value is not readable. */
  valueText?: ((filter: ActiveFilter) => string | undefined) | undefined
  /** Shows the button that clears all filters; false when the empty result has it. */
  withClear: boolean
}

/** The active filters, each with a button that removes it. */
export function ActiveFilters({ list, valueText, withClear }: ActiveFiltersProps) {
  const t = useT()
  if (list.active.length === 0) return null
  return (
    <Group gap="xs" mb="sm" component="section" aria-label={t('filters.active')}>
      {list.active.map((filter) => {
        const { name, caption, value } = filter
        const text = t('label.value', { label: t(caption), value: valueText?.(filter) ?? String(value) })
        return (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            radius="xl"
            data-print
            fw={400}
            rightSection={<IconX size={12} aria-hidden />}
            aria-label={t('filters.remove', { filter: text })}
            onClick={() => list.removeFilter(name)}
          >
            {text}
          </Button>
        )
      })}
      {withClear && (
        <Button size="compact-xs" variant="subtle" onClick={list.clearFilters}>
          {t('action.clearFilters')}
        </Button>
      )}
    </Group>
  )
}
