import type { Reservation } from '#contract/reservations.ts'
import { useLanguage, useT } from '../../../i18n/Language.tsx'
import { personHints } from '../../../entities/agent/agent-text.ts'
import { reservedFor, reservedPerson } from '../../../entities/reservation/reserved-for.ts'
import { absoluteTime } from '../../../ui/text/time-text.ts'
import classes from './HandoverCards.module.css'

/** One card for each number to hand over; visible only in print. */
export function HandoverCards({ rows }: { rows: readonly Reservation[] }) {
  const t = useT()
  const { language } = useLanguage()
  return (
    <ul className={classes.cards}>
      {rows.map(({ id, ext, domain, langCodeTxt, state, expiresAt, ...row }) => (
        <li key={id} className={classes.card}>
          <p className={classes.name}>{reservedFor(t, row)}</p>
          <p className={classes.number}>{ext}</p>
          <p className={classes.small}>{personHints(t, reservedPerson(t, row)).join(' · ')}</p>
          <p className={classes.small}>{[domain, langCodeTxt].filter((part) => part !== null).join(' · ')}</p>
          <p className={classes.small}>
            {state === 'bound'
              ? t('reservations.state.bound')
              : t('reservations.card.until', { until: absoluteTime(expiresAt, language) })}
          </p>
        </li>
      ))}
    </ul>
  )
}
