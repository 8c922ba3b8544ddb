import { Button, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { MessageKey } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { filterNames, noFilters, type FilterName, type IdleState } from './idle-state.ts'

const labels = {
  ext: 'idle.search',
  companyId: 'filter.companyId',
  operatorUserId: 'filter.operatorUserId',
  tempId: 'filter.tempId',
  language: 'filter.language',
  timezone: 'filter.timezone',
  timezoneid: 'filter.timezoneid',
} as const satisfies Record<FilterName, MessageKey>

interface ActiveFiltersProps {
  state: IdleState
  set: (changes: Partial<IdleState>) => void
}

/** The filters in force, each with a button that takes it off. */
export function ActiveFilters({ state, set }: ActiveFiltersProps) {
  const t = useT()
  const active = filterNames.flatMap((name) => {
    const value = state[name]
    return value === undefined ? [] : [{ name, text: `${t(labels[name])}: ${value}` }]
  })
  if (active.length === 0) return null
  return (
    <Group gap="xs" mb="sm" component="section" aria-label={t('idle.activeFilters')}>
      {active.map(({ name, text }) => (
        <Button
          key={name}
          size="compact-sm"
          variant="default"
          radius="xl"
          fw={400}
          rightSection={<IconX size={12} aria-hidden />}
          aria-label={t('idle.removeFilter', { filter: text })}
          onClick={() => set({ [name]: undefined })}
        >
          {text}
        </Button>
      ))}
      <Button size="compact-xs" variant="subtle" onClick={() => set(noFilters)}>
        {t('action.clearFilters')}
      </Button>
    </Group>
  )
}
