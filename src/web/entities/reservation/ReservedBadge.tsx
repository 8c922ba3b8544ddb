import { Link } from 'react-router-dom'
import type { Reservation } from '#contract/reservations.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { leftBy, reservedFor } from './reserved-for.ts'
import { absoluteTime } from '../../ui/text/time-text.ts'
import classes from './ReservedBadge.module.css'

/** Shows the person for whom a number is reserved. The title adds the user and the expiry; the link opens the reservation. */
export function ReservedBadge({ reservation }: { reservation: Reservation }) {
  const { t, language } = useLanguage()
  const left = leftBy(reservation)
  const person = left ?? reservedFor(t, reservation)
  return (
    <Link
      to={paths.reservations({ ext: reservation.ext })}
      className={classes.badge}
      title={t(left === null ? 'reservations.mark.title' : 'reservations.keptBack.title', {
        agent: person,
        by: reservation.by.name,
        until: absoluteTime(reservation.expiresAt, language),
      })}
    >
      {t(
        left === null
          ? 'reservations.mark'
          : reservation.holder === null
            ? 'reservations.keptBack.mark'
            : 'reservations.keptBack.markBound',
        { agent: person },
      )}
    </Link>
  )
}
