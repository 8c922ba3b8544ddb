import { Button, Group, Paper, Select, SimpleGrid } from '@mantine/core'
import { auditActions, auditFilter } from '#contract/audit.ts'
import { useT } from '../i18n/Language.tsx'
import { BufferedInput } from '../ui/form/BufferedInput.tsx'
import { isFiltered, noFilters, type AuditFilters, type AuditState } from './audit-state.ts'
import { epochOf, localText, localTime } from './local-time.ts'
import { NameInput } from './NameInput.tsx'

interface AuditFilterBarProps {
  state: AuditState
  filterBy: (filters: Partial<AuditFilters>, options?: { replace?: boolean }) => void
}

const hourMs = 3_600_000
const spans = [
  ['hour', hourMs],
  ['day', 24 * hourMs],
  ['week', 7 * 24 * hourMs],
] as const

const requestId = auditFilter.requestId.def.innerType

/** Who, what, on what, when. Each lands in the URL. */
export function AuditFilterBar({ state, filterBy }: AuditFilterBarProps) {
  const t = useT()
  const time = (name: 'from' | 'to') => {
    const value = state[name]
    return (
      <BufferedInput
        type="datetime-local"
        step={1}
        label={t(`audit.${name}`)}
        value={value === undefined ? undefined : localText(value)}
        schema={localTime}
        hint={t('audit.time.hint')}
        onCommit={(text) =>
          filterBy({ [name]: text === undefined ? undefined : epochOf(text) }, { replace: true })
        }
      />
    )
  }
  return (
    <Paper withBorder p="md" mb="sm" component="section" aria-label={t('audit.filters')}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md" verticalSpacing="sm">
        <NameInput
          of="actor"
          label={t('audit.actor')}
          placeholder={t('audit.actor.any')}
          value={state.actor}
          onCommit={(actor) => filterBy({ actor })}
        />
        <Select
          label={t('audit.action')}
          placeholder={t('audit.action.any')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('action.clear', { label: t('audit.action') }) }}
          nothingFoundMessage={t('picker.nothing')}
          data={auditActions.map((value) => ({ value, label: t(`audit.action.${value}`) }))}
          value={state.action ?? null}
          onChange={(value) => filterBy({ action: auditActions.find((each) => each === value) })}
          comboboxProps={{ withinPortal: false }}
        />
        <NameInput
          of="object"
          label={t('audit.object')}
          placeholder={t('audit.object.any')}
          value={state.object}
          onCommit={(object) => filterBy({ object })}
        />
        {time('from')}
        {time('to')}
        <BufferedInput
          label={t('audit.requestId')}
          value={state.requestId}
          schema={requestId}
          hint={t('audit.requestId.hint')}
          onCommit={(id) => filterBy({ requestId: id }, { replace: true })}
        />
      </SimpleGrid>
      <Group gap="xs" mt="sm">
        {spans.map(([name, span]) => (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            onClick={() => filterBy({ from: Date.now() - span, to: undefined })}
          >
            {t(`audit.last.${name}`)}
          </Button>
        ))}
        {isFiltered(state) && (
          <Button size="compact-sm" variant="subtle" onClick={() => filterBy(noFilters)}>
            {t('action.clearFilters')}
          </Button>
        )}
      </Group>
    </Paper>
  )
}
