import type { Reservation } from '#contract/reservations.ts'
import { useLanguage, useT } from '../../../i18n/Language.tsx'
import { reservedFor } from '../../../entities/reservation/reserved-for.ts'
import { absoluteTime } from '../../../ui/text/time-text.ts'
import classes from './HandoverCards.module.css'

/** One card for each number to hand over; visible only in print. */
export function HandoverCards({ rows }: { rows: readonly Reservation[] }) {
  const t = useT()
  const { language } = useLanguage()
  return (
    <ul className={classes.cards}>
      {rows.map(({ id, ext, domain, langCodeTxt, state, expiresAt, ...whom }) => (
        <li key={id} className={classes.card}>
          <p className={classes.name}>{reservedFor(t, whom)}</p>
          <p className={classes.number}>{ext}</p>
          {whom.agentName !== null && whom.workNumber !== null && (
            <p className={classes.small}>{t('agent.hint.workNumber', { workNumber: whom.workNumber })}</p>
          )}
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
