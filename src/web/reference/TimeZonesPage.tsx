import { useQuery } from '@tanstack/react-query'
import type { TimeZone } from '#contract/reference.ts'
import { useT } from '../i18n/Language.tsx'
import { timeZonesQuery } from './queries.ts'
import { ReferenceList } from './ReferenceList.tsx'

const keyOf = ({ timezoneid }: TimeZone) => timezoneid
const nameOf = ({ timezoneValue }: TimeZone) => timezoneValue

/** Operation 2. */
export function TimeZonesPage() {
  const t = useT()
  const en = useQuery(timeZonesQuery('en'))
  const zh = useQuery(timeZonesQuery('zh'))
  return (
    <ReferenceList title={t('reference.timeZones')} keyName="timezoneid" {...{ en, zh, keyOf, nameOf }} />
  )
}
