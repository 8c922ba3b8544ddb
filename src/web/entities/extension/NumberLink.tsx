import { Link } from 'react-router-dom'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { useReservation } from '../reservation/open-reservations.ts'
import { CopyButton } from '../../ui/text/CopyButton.tsx'
import classes from './NumberLink.module.css'
import { ReservedBadge } from '../reservation/ReservedBadge.tsx'

/** Marks a number as reserved; renders nothing when the number is not reserved. */
export function ReservedMark({ ext }: { ext: string }) {
  const reservation = useReservation(ext)
  return reservation === undefined ? null : <ReservedBadge reservation={reservation} />
}

/**
 * An extension number: a link to its detail page, a copy button, and the agent it is reserved for. Uses plain elements: every row
 * of every list renders it, and Mantine components would take most of that time.
 */
export function NumberLink({ ext }: { ext: string }) {
  return (
    <div className={classes.root}>
      <PlainNumber ext={ext} />
      <ReservedMark ext={ext} />
    </div>
  )
}

/** Like `NumberLink`, for places that already show the reservation. */
export function PlainNumber({ ext }: { ext: string }) {
  const t = useT()
  return (
    <div className={classes.root}>
      <Link to={paths.extension(ext)} className={classes.number}>
        {ext}
      </Link>
      <CopyButton value={ext} label={t('copy.number', { ext })} />
    </div>
  )
}
