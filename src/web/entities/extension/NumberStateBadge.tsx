import { Text } from '@mantine/core'
import { reasonOf, type NumberState, listedState } from '#contract/number-states.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { colorOf } from '../../ui/text/meaning.ts'
import { numberMeanings } from './state-meanings.ts'
import classes from './NumberStateBadge.module.css'
import type { Extension } from '#contract/records.ts'
import { useReservation } from '../reservation/open-reservations.ts'

/** The state of a row of a live page of the idle list. */
export function ListedState({ extension }: { extension: Pick<Extension, 'ext' | 'bindStatus'> }) {
  const isReserved = useReservation(extension.ext) !== undefined
  return <NumberStateBadge state={listedState(extension, isReserved)} />
}

type Record = Parameters<typeof reasonOf>[0]

/** Returns why a number is unavailable, as its record tells; null when it tells nothing. */
export function whyUnavailable(t: Translate, record: Record, userName: string | null): string | null {
  const reason = reasonOf(record)
  if (reason === null) return null
  return reason === 'in-use' && userName !== null
    ? t('numbers.state.why.in-use.by', { agent: userName })
    : t(`numbers.state.why.${reason}`)
}

interface NumberStateBadgeProps {
  state: NumberState
  /** Why the number is unavailable (`whyUnavailable`). */
  why?: string | null
}

/** A number's state as text, with a mark whose shape depends on the state. */
export function NumberStateBadge({ state, why = null }: NumberStateBadgeProps) {
  const t = useT()
  const note = state === 'unavailable' ? why : null
  return (
    <span className={classes.state} title={note ?? t(`numbers.state.${state}.text`)}>
      <span
        className={classes.mark}
        style={{ color: colorOf(numberMeanings[state]) }}
        data-state={state}
        aria-hidden
      />
      {t(`numbers.state.${state}`)}
      {note !== null && (
        <Text span size="xs" c="dimmed" truncate>
          {note}
        </Text>
      )}
    </span>
  )
}
