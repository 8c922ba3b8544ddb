import { useQuery } from '@tanstack/react-query'
import type { TimeZone } from '#contract/reference.ts'
import { useLanguage } from '../../../i18n/Language.tsx'
import { timeZonesQuery } from '../../../entities/reference/reference-queries.ts'
import { ReferencePicker } from './ReferencePicker.tsx'

interface TimeZonePickerProps {
  label: string
  /** A `timezoneid` of operation 2. */
  value: string | undefined
  onChange: (zone: TimeZone | undefined) => void
}

export function TimeZonePicker({ label, value, onChange }: TimeZonePickerProps) {
  const { language } = useLanguage()
  const here = useQuery(timeZonesQuery(language))
  const other = useQuery(timeZonesQuery(language === 'zh' ? 'en' : 'zh'))
  const also = new Map(other.data?.items.map((item) => [item.timezoneid, item.timezoneValue]))
  const zones = new Map(here.data?.items.map((item) => [item.timezoneid, item]))
  return (
    <ReferencePicker
      label={label}
      value={value}
      onChange={(timezoneid) => onChange(timezoneid === undefined ? undefined : zones.get(timezoneid))}
      options={[...zones.values()].map(({ timezoneid, timezoneValue }) => ({
        value: timezoneid,
        label: timezoneValue,
        also: also.get(timezoneid) ?? '',
      }))}
      pending={here.isPending}
      error={here.error}
    />
  )
}
