import { useQuery } from '@tanstack/react-query'
import type { Country } from '#contract/reference.ts'
import { useT } from '../i18n/Language.tsx'
import { countriesQuery } from './queries.ts'
import { ReferenceList } from './ReferenceList.tsx'

const keyOf = ({ countryid }: Country) => countryid
const nameOf = ({ countryName }: Country) => countryName

/** Operation 4. */
export function CountriesPage() {
  const t = useT()
  const en = useQuery(countriesQuery('en'))
  const zh = useQuery(countriesQuery('zh'))
  return <ReferenceList title={t('reference.countries')} keyName="countryid" {...{ en, zh, keyOf, nameOf }} />
}
