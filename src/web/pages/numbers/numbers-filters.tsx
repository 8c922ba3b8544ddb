import { scanStatusQuery } from '../../entities/extension/scan-status.ts'
import { useQuery } from '@tanstack/react-query'
import { numbersFilter, noLanguage } from '#contract/numbers.ts'
import { personFilter } from '../../entities/person/filters.tsx'
import { labelFilter } from '../../entities/label/LabelFilter.tsx'
import { poolFilter } from '../../entities/pool/PoolPicker.tsx'
import { ownFilter } from '../../entities/session/own-filter.tsx'
import { useT } from '../../i18n/Language.tsx'
import { optionalParam } from '../../lib/url-state.ts'
import { FilterSelect } from '../../ui/form/FilterSelect.tsx'
import { textValue, type FilterProps } from '../../ui/table/filters.tsx'

const languageFilter = {
  caption: 'field.langCodeTxt',
  schema: optionalParam(numbersFilter.language),
  Control: ({ label, value, set }: FilterProps<unknown>) => {
    const t = useT()
    const status = useQuery(scanStatusQuery())
    const languages = new Set((status.data?.languages ?? []).map(({ language }) => language))
    const selected = textValue(value)
    if (selected !== undefined && selected !== noLanguage) languages.add(selected)
    return (
      <FilterSelect
        label={label}
        placeholder={t('numbers.language.any')}
        options={[...languages].map((language) =>
          language === ''
            ? { value: noLanguage, label: t('numbers.language.none') }
            : { value: language, label: language },
        )}
        value={selected}
        onChange={set}
      />
    )
  },
  useText: (value: unknown) => {
    const t = useT()
    return value === noLanguage ? t('numbers.language.none') : textValue(value)
  },
} as const

/** The filters of the numbers in the panel; the tabs filter by state, and the search field by the rest. */
export const numberFilters = {
  language: languageFilter,
  agentUuid: personFilter(),
  label: labelFilter('extension', numbersFilter.label),
  pool: poolFilter(numbersFilter.pool),
  own: ownFilter,
}
