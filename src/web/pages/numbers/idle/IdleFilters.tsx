import { useQuery } from '@tanstack/react-query'
import { opaqueId } from '#contract/text.ts'
import { useT, useLanguage } from '../../../i18n/Language.tsx'
import { BufferedInput } from '../../../ui/form/BufferedInput.tsx'
import {
  referenceQuery,
  type ReferenceEntry,
  type ReferenceName,
} from '../../../entities/reference/reference-queries.ts'
import { readId } from '../../../lib/typed.ts'
import { messageFor } from '../../../api/message-for.ts'
import { FilterSelect } from '../../../ui/form/FilterSelect.tsx'
import type { IdleList } from './idle-state.ts'

interface ReferencePickerProps {
  list: ReferenceName
  label: string
  /** The id of an entry. */
  value: string | undefined
  onChange: (entry: ReferenceEntry | undefined) => void
}

/** A searchable select for reference data that finds names in both languages. A value outside the list stays visible. */
function ReferencePicker({ list, label, value, onChange }: ReferencePickerProps) {
  const { t, language } = useLanguage()
  const { data, isPending, error } = useQuery(referenceQuery(list, language))
  const other = useQuery(referenceQuery(list, language === 'zh' ? 'en' : 'zh'))
  const names = new Map(data?.items.map(({ id, name }) => [id, name]))
  const otherNames = new Map(other.data?.items.map(({ id, name }) => [id, name]))
  if (value !== undefined && !names.has(value)) names.set(value, value)
  return (
    <FilterSelect
      label={label}
      value={value}
      onChange={(id) => onChange(data?.items.find((entry) => entry.id === id))}
      options={[...names].map(([id, name]) => ({ value: id, label: name }))}
      filter={({ options, search, limit }) => {
        const typed = readId(search).toLowerCase()
        return options
          .filter(
            (option) =>
              'value' in option &&
              `${option.label} ${option.value} ${otherNames.get(option.value) ?? ''}`
                .toLowerCase()
                .includes(typed),
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

const texts = ['companyId', 'operatorUserId', 'tempId'] as const

/**
 * The fields for the query parameters of operation 8, except the number. The specification does not define their
 * meaning, so the service applies them.
 */
export function IdleFilters({ list: { filters, restart } }: { list: IdleList }) {
  const t = useT()
  return (
    <>
      {texts.map((name) => (
        <BufferedInput
          key={name}
          label={t(`filter.${name}`)}
          value={filters[name]}
          schema={opaqueId}
          hint={t('filter.opaqueHint')}
          onCommit={(value) => restart({ [name]: value }, { replace: true })}
        />
      ))}
      <ReferencePicker
        list="languages"
        label={t('filter.language')}
        value={filters.language}
        onChange={(language) => restart({ language: language?.id })}
      />
      <ReferencePicker
        list="time-zones"
        label={t('filter.timezone')}
        value={filters.timezoneid}
        onChange={(zone) => restart({ timezone: zone?.name, timezoneid: zone?.id })}
      />
    </>
  )
}
