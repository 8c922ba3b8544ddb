import { Input, SegmentedControl } from '@mantine/core'
import { reservationHours } from '#contract/reservations.ts'
import { useT } from '../../i18n/Language.tsx'

export type Hours = (typeof reservationHours)[number]

/** Selects the duration of a reservation. */
export function HoursPicker({ value, onChange }: { value: Hours; onChange: (hours: Hours) => void }) {
  const t = useT()
  return (
    <Input.Wrapper label={t('reservations.hours')} labelElement="div">
      <SegmentedControl
        mt={4}
        fullWidth
        size="xs"
        aria-label={t('reservations.hours')}
        value={String(value)}
        onChange={(text) => {
          const hours = reservationHours.find((each) => String(each) === text)
          if (hours !== undefined) onChange(hours)
        }}
        data={reservationHours.map((hours) => ({
          value: String(hours),
          label:
            hours < 24
              ? t('reservations.hours.short', { count: hours })
              : t('reservations.days.short', { count: hours / 24 }),
        }))}
      />
    </Input.Wrapper>
  )
}
