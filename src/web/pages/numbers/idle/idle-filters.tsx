import { useQuery } from '@tanstack/react-query'
import { ianaZone, opaqueId, shortText } from '#contract/text.ts'
import * as z from 'zod/mini'
import { prefixFilter } from '../../../entities/extension/prefix-filter.tsx'
import type { MessageKey } from '../../../i18n/catalogue.ts'
import { useLanguage } from '../../../i18n/Language.tsx'
import { referenceQuery, type ReferenceName } from '../../../entities/reference/reference-queries.ts'
import { readId, typedAgentId } from '../../../lib/typed.ts'
import { messageFor } from '../../../api/message-for.ts'
import { FilterSelect } from '../../../ui/form/FilterSelect.tsx'
import { optionalParam } from '../../../lib/url-state.ts'
import { textFilter, type Filter } from '../../../ui/table/filters.tsx'
import { countedPages, defineListState } from '../../../ui/table/list-state.ts'

interface ReferencePickerProps {
  list: ReferenceName
  label: string
  /** The id of an entry. */
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** A searchable select for reference data that finds names in both languages. A value outside the list stays visible. */
function ReferencePicker({ list, label, value, onChange }: ReferencePickerProps) {
  const { t, language } = useLanguage()
  const { data, isPending, error } = useQuery(referenceQuery(list, language))
  const otherLanguage = useQuery(referenceQuery(list, language === 'zh' ? 'en' : 'zh'))
  const names = new Map(data?.items.map(({ id, name }) => [id, name]))
  const otherNames = new Map(otherLanguage.data?.items.map(({ id, name }) => [id, name]))
  if (value !== undefined && !names.has(value)) names.set(value, value)
  return (
    <FilterSelect
      label={label}
      value={value}
      onChange={onChange}
      options={[...names].map(([id, name]) => ({ value: id, label: name }))}
      filter={({ options, search, limit }) => {
        const query = readId(search).toLowerCase()
        return options
          .filter(
            (option) =>
              'value' in option &&
              `${option.label} ${option.value} ${otherNames.get(option.value) ?? ''}`
                .toLowerCase()
                .includes(query),
          )
          .slice(0, limit)
      }}
      searchable
      limit={100}
      placeholder={isPending ? t('state.loading') : t('picker.any')}
      error={error === null ? undefined : t(messageFor(error).sentence)}
      withScrollArea={false}
      // The listbox itself scrolls: a scroll area around it would need to be focusable too.
      styles={{ options: { maxHeight: '20rem', overflowY: 'auto' } }}
    />
  )
}

const opaqueFilter = (name: 'companyId' | 'operatorUserId' | 'tempId') =>
  textFilter({ caption: `filter.${name}`, schema: opaqueId, hint: (t) => t('filter.opaqueHint') })

const referenceFilter = <Schema extends z.ZodMiniType<string>>(
  list: ReferenceName,
  caption: MessageKey,
  schema: Schema,
) =>
  ({
    caption,
    schema: optionalParam(schema),
    Control: ({ label, value, set }) => (
      <ReferencePicker list={list} label={label} value={value} onChange={set} />
    ),
    useText: (value) => value,
  }) satisfies Filter<string>

/** The query parameters of operation 8. The specification does not define their meaning, so the service applies them. */
export const idleFilters = {
  ext: prefixFilter,
  companyId: opaqueFilter('companyId'),
  operatorUserId: opaqueFilter('operatorUserId'),
  tempId: opaqueFilter('tempId'),
  language: referenceFilter('languages', 'filter.language', opaqueId),
  timezone: textFilter({ caption: 'filter.timezone', schema: shortText, hint: (t) => t('filter.timezone') }),
  timezoneid: referenceFilter('time-zones', 'filter.timezoneid', ianaZone),
}

export const idleList = defineListState({
  filters: idleFilters,
  paging: countedPages,
  extraParams: {
    /** The agent for whom the first idle extension is requested (operation 6). */
    agentId: optionalParam(typedAgentId),
    /** Set while the agent record of the first idle extension is open. */
    record: optionalParam(z.literal('open')),
  },
})
