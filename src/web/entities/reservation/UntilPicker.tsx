import { Group, Input, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { longestReservationMs } from '#contract/reservations.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { localMinute } from '../../lib/local-time.ts'
import { useNow } from '../../ui/text/clock.ts'
import { momentText } from '../../ui/text/time-text.ts'
import { ends, endTimes, type End } from './until.ts'

interface UntilPickerProps {
  /** Epoch milliseconds. */
  value: number
  onChange: (until: number) => void
  /** A new colleague's first day, such as `2026-12-05`. */
  startsOn?: string | null
}

/** True for a time at which a reservation made at `now` may end. */
export const isPossibleEnd = (until: number, now: number): boolean =>
  until > now && until <= now + longestReservationMs

/** Chooses when a reservation ends, in the user's zone. */
export function UntilPicker({ value, onChange, startsOn = null }: UntilPickerProps) {
  const { t, language } = useLanguage()
  const now = useNow()
  const times = endTimes(now, startsOn)
  const [isTyping, setTyping] = useState(false)
  const end: End = isTyping ? 'custom' : (ends.find((usual) => times[usual] === value) ?? 'custom')
  const isWrong = !isPossibleEnd(value, now)
  return (
    <Input.Wrapper label={t('reserve.until')} labelElement="div">
      <Group gap="sm" mt={4} align="center">
        <SegmentedControl
          size="xs"
          aria-label={t('reserve.until')}
          value={end}
          onChange={(next) => {
            setTyping(next === 'custom')
            const time = times[next]
            if (time !== undefined) onChange(time)
          }}
          data={ends
            .filter((offered) => offered === 'custom' || times[offered] !== undefined)
            .map((offered) => ({ value: offered, label: t(`reserve.until.${offered}`) }))}
        />
        {end === 'custom' ? (
          <TextInput
            type="datetime-local"
            size="xs"
            aria-label={t('reserve.until.custom')}
            value={Number.isNaN(value) ? '' : localMinute(new Date(value))}
            min={localMinute(new Date(now))}
            max={localMinute(new Date(now + longestReservationMs))}
            error={isWrong && t('reserve.until.wrong', { days: longestReservationMs / 86_400_000 })}
            onChange={(event) => onChange(new Date(event.currentTarget.value).getTime())}
          />
        ) : (
          <Text component="span">{momentText(value, now, language)}</Text>
        )}
      </Group>
    </Input.Wrapper>
  )
}
