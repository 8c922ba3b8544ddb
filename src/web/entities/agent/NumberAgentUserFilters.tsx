import { useT } from '../../i18n/Language.tsx'
import { typedExt } from '../../lib/typed.ts'
import { BufferedInput } from '../../ui/form/BufferedInput.tsx'
import { FilterSelect } from '../../ui/form/FilterSelect.tsx'
import { wrongNumberText } from '../extension/wrong-number.ts'
import { AgentPicker } from './AgentPicker.tsx'

interface Filters {
  ext?: string | undefined
  agentUuid?: string | undefined
  /** The ID of a user. */
  by?: string | undefined
}

interface NumberAgentUserFiltersProps {
  filters: Filters
  restart: (change: Filters, options?: { replace: boolean }) => void
  /** Says what the user did. */
  byLabel: string
  /** The users to choose from. */
  people: readonly { id: string; name: string }[]
  /** Also offers new colleagues. */
  joiners?: boolean
}

/** The filters of every list about what users did with a number for an agent. */
export function NumberAgentUserFilters(props: NumberAgentUserFiltersProps) {
  const { filters, restart, byLabel, people, joiners = false } = props
  const t = useT()
  return (
    <>
      <BufferedInput
        label={t('field.ext')}
        value={filters.ext}
        schema={typedExt}
        hint={(typed) => wrongNumberText(t, typed, t('detail.wrongNumber'))}
        inputMode="numeric"
        onCommit={(ext) => restart({ ext }, { replace: true })}
      />
      <AgentPicker
        joiners={joiners}
        label={t('agent.title')}
        placeholder={t('picker.any')}
        value={filters.agentUuid}
        onChange={(agentUuid) => restart({ agentUuid })}
      />
      <FilterSelect
        label={byLabel}
        placeholder={t('picker.any')}
        options={people.map(({ id, name }) => ({ value: id, label: name }))}
        value={filters.by}
        onChange={(by) => restart({ by })}
        searchable
      />
    </>
  )
}
