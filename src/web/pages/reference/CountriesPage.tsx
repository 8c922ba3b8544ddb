import { useQuery } from '@tanstack/react-query'
import type { Country } from '#contract/reference.ts'
import { countriesQuery } from '../../entities/reference/reference-queries.ts'
import { useT } from '../../i18n/Language.tsx'
import { ReferenceList } from './ReferenceList.tsx'

const countryKey = ({ countryid }: Country) => countryid
const countryName = ({ countryName: name }: Country) => name

/** The countries of operation 4. */
export function CountriesPage() {
  const t = useT()
  return (
    <ReferenceList
      name="countries"
      title={t('reference.countries')}
      keyLabel={t('reference.countries.key')}
      en={useQuery(countriesQuery('en'))}
      zh={useQuery(countriesQuery('zh'))}
      keyOf={countryKey}
      nameOf={countryName}
    />
  )
}
