import { scanStatusQuery } from '../../entities/extension/scan-status.ts'
import { useQuery } from '@tanstack/react-query'
import { noLanguage, numbersFilter, numberSorts } from '#contract/numbers.ts'
import { ext } from '#contract/text.ts'
import { wrongNumberText } from '../../entities/extension/wrong-number.ts'
import { personFilter } from '../../entities/person/filters.tsx'
import { labelFilter } from '../../entities/label/LabelFilter.tsx'
import { poolFilter } from '../../entities/pool/PoolPicker.tsx'
import { ownFilter } from '../../entities/session/own-filter.tsx'
import { useT } from '../../i18n/Language.tsx'
import { readRange, typedSearch } from '../../lib/typed.ts'
import { optionalParam } from '../../lib/url-state.ts'
import { FilterSelect } from '../../ui/form/FilterSelect.tsx'
import { searchFilter, type Filter } from '../../ui/table/filters.tsx'
import { countedPages, defineListState } from '../../ui/table/list-state.ts'
import { orderParams } from '../../ui/table/sorting.ts'

const languageFilter = {
  caption: 'field.langCodeTxt',
  schema: optionalParam(numbersFilter.language),
  Control: ({ label, value, set }) => {
    const t = useT()
    const status = useQuery(scanStatusQuery())
    const languages = new Set((status.data?.languages ?? []).map(({ language }) => language))
    if (value !== undefined && value !== noLanguage) languages.add(value)
    return (
      <FilterSelect
        label={label}
        placeholder={t('numbers.language.any')}
        options={[...languages].map((language) =>
          language === ''
            ? { value: noLanguage, label: t('numbers.language.none') }
            : { value: language, label: language },
        )}
        value={value}
        onChange={set}
      />
    )
  },
  useText: (value) => {
    const t = useT()
    return value === noLanguage ? t('numbers.language.none') : value
  },
} satisfies Filter<string>

export const numberFilters = {
  search: searchFilter({
    field: 'numbers.search',
    schema: typedSearch,
    hint: (t, input) => {
      const hint = t('numbers.search.hint')
      return readRange(input) === null ? hint : wrongNumberText(t, input, hint)
    },
    flex: { base: '1 1 8rem', sm: '1 1 12rem' },
    maw: { base: '100%', sm: 360 },
  }),
  state: { schema: optionalParam(numbersFilter.state), place: 'tabs' },
  language: languageFilter,
  agentUuid: personFilter(),
  label: labelFilter('extension', numbersFilter.label),
  pool: poolFilter(numbersFilter.pool),
  own: ownFilter,
} as const

export const numbersList = defineListState({
  filters: numberFilters,
  paging: countedPages,
  keep: 'numbers',
  extraParams: {
    ...orderParams(numberSorts, { sort: 'ext', order: 'asc' }),
    /** The number in the panel beside the list. */
    number: optionalParam(ext),
  },
})
export type NumbersList = ReturnType<typeof numbersList.use>
export type NumbersFilters = NumbersList['filters']
