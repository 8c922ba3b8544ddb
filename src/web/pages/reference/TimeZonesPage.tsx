import { ReferenceList } from './ReferenceList.tsx'

/** The time zones of operation 2. */
export const TimeZonesPage = () => (
  <ReferenceList list="time-zones" title="reference.timeZones" idCaption="filter.timezoneid" />
)
