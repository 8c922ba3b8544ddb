import { useQuery } from '@tanstack/react-query'
import type { TimeZone } from '#contract/reference.ts'
import { timeZonesQuery } from '../../entities/reference/reference-queries.ts'
import { useT } from '../../i18n/Language.tsx'
import { ReferenceList } from './ReferenceList.tsx'

const timeZoneKey = ({ timezoneid }: TimeZone) => timezoneid
const timeZoneName = ({ timezoneValue }: TimeZone) => timezoneValue

/** The time zones of operation 2. */
export function TimeZonesPage() {
  const t = useT()
  return (
    <ReferenceList
      name="time-zones"
      title={t('reference.timeZones')}
      keyLabel={t('filter.timezoneid')}
      en={useQuery(timeZonesQuery('en'))}
      zh={useQuery(timeZonesQuery('zh'))}
      keyOf={timeZoneKey}
      nameOf={timeZoneName}
    />
  )
}
