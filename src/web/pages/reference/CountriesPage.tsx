import { ReferenceList } from './ReferenceList.tsx'

/** The countries of operation 4. */
export const CountriesPage = () => (
  <ReferenceList list="countries" title="reference.countries" idCaption="reference.countries.key" />
)
