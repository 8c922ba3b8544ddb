import { Button, Paper, Select, SimpleGrid } from '@mantine/core'
import { reservationStates } from '#contract/reservations.ts'
import { agentUuid, ext } from '#contract/text.ts'
import { useT } from '../../i18n/Language.tsx'
import { BufferedInput } from '../../ui/form/BufferedInput.tsx'
import { isFiltered, noFilters, type ListState } from './list-state.ts'

interface FilterBarProps {
  state: ListState
  people: readonly { id: string; name: string }[]
  set: (changes: Partial<ListState>, options?: { replace?: boolean }) => void
}

/** Which number, for whom, in what state, by whom. Each lands in the URL. */
export function FilterBar({ state, people, set }: FilterBarProps) {
  const t = useT()
  const clear = (label: string) => ({ 'aria-label': t('action.clear', { label }) })
  return (
    <Paper
      withBorder
      p="md"
      mb="sm"
      component="section"
      aria-label={t('reservations.list.filters')}
      data-no-print
    >
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md" verticalSpacing="sm">
        <BufferedInput
          label={t('field.ext')}
          value={state.ext}
          schema={ext}
          hint={t('detail.wrongNumber')}
          inputMode="numeric"
          onCommit={(value) => set({ ext: value }, { replace: true })}
        />
        <BufferedInput
          label={t('field.agentUuid')}
          value={state.agentUuid}
          schema={agentUuid}
          hint={t('agents.uuid.hint')}
          onCommit={(value) => set({ agentUuid: value }, { replace: true })}
        />
        <Select
          label={t('reservations.list.state')}
          placeholder={t('reservations.list.any')}
          clearable
          clearButtonProps={clear(t('reservations.list.state'))}
          data={reservationStates.map((value) => ({ value, label: t(`reservations.state.${value}`) }))}
          value={state.state ?? null}
          onChange={(value) => set({ state: reservationStates.find((each) => each === value) })}
          comboboxProps={{ withinPortal: false }}
        />
        <Select
          label={t('reservations.list.by')}
          placeholder={t('reservations.list.any')}
          searchable
          clearable
          clearButtonProps={clear(t('reservations.list.by'))}
          nothingFoundMessage={t('picker.nothing')}
          data={people.map(({ id, name }) => ({ value: id, label: name }))}
          value={people.some(({ id }) => id === state.by) ? (state.by ?? null) : null}
          onChange={(value) => set({ by: value ?? undefined })}
          comboboxProps={{ withinPortal: false }}
        />
      </SimpleGrid>
      {isFiltered(state) && (
        <Button size="compact-sm" variant="subtle" mt="sm" onClick={() => set(noFilters)}>
          {t('action.clearFilters')}
        </Button>
      )}
    </Paper>
  )
}
