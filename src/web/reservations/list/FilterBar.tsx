import { Paper, Select, SimpleGrid } from '@mantine/core'
import { reservationFilter, reservationStates } from '#contract/reservations.ts'
import { ext } from '#contract/text.ts'
import { useT } from '../../i18n/Language.tsx'
import { AgentPicker } from '../../shared/agent-directory/AgentPicker.tsx'
import { optionalParam } from '../../lib/url-state.ts'
import { BufferedInput } from '../../ui/form/BufferedInput.tsx'
import { countedPages, defineListState } from '../../ui/table/list-state.ts'

export const reservationList = defineListState({
  filters: {
    ext: optionalParam(reservationFilter.ext),
    agentUuid: optionalParam(reservationFilter.agentUuid),
    state: optionalParam(reservationFilter.state),
    by: optionalParam(reservationFilter.by),
  },
  labels: {
    ext: 'field.ext',
    agentUuid: 'agent.title',
    state: 'reservations.list.state',
    by: 'reservations.list.by',
  },
  place: countedPages,
  others: {},
})
interface FilterBarProps {
  list: ReturnType<typeof reservationList.use>
  people: readonly { id: string; name: string }[]
}

/** Which number, for whom, in what state, by whom. Each lands in the URL. */
export function FilterBar({ list: { filters, restart }, people }: FilterBarProps) {
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
          value={filters.ext}
          schema={ext}
          hint={t('detail.wrongNumber')}
          inputMode="numeric"
          onCommit={(value) => restart({ ext: value }, { replace: true })}
        />
        <AgentPicker
          joiners
          label={t('agent.title')}
          placeholder={t('reservations.list.any')}
          value={filters.agentUuid}
          onChange={(agentUuid) => restart({ agentUuid })}
        />
        <Select
          label={t('reservations.list.state')}
          placeholder={t('reservations.list.any')}
          clearable
          clearButtonProps={clear(t('reservations.list.state'))}
          data={reservationStates.map((value) => ({ value, label: t(`reservations.state.${value}`) }))}
          value={filters.state ?? null}
          onChange={(value) => restart({ state: reservationStates.find((each) => each === value) })}
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
          value={people.some(({ id }) => id === filters.by) ? (filters.by ?? null) : null}
          onChange={(value) => restart({ by: value ?? undefined })}
          comboboxProps={{ withinPortal: false }}
        />
      </SimpleGrid>
    </Paper>
  )
}
