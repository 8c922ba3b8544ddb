import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { useT } from '../i18n/Language.tsx'
import { lazyFeature } from '../lib/lazy.ts'
import { paths } from '../lib/paths.ts'
import { useReservations } from './open-reservations.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import classes from './NumberLink.module.css'

const ReservedBadge = lazyFeature(async () => (await import('./ReservedBadge.tsx')).ReservedBadge)

/** Says beside a number that it is reserved; nothing when it is not. */
export function ReservedMark({ ext }: { ext: string }) {
  const reservation = useReservations().get(ext)
  return reservation === undefined ? null : (
    <Suspense fallback={null}>
      <ReservedBadge reservation={reservation} />
    </Suspense>
  )
}

/**
 * An extension number: link to its detail, a button that copies it, and for whom it is reserved. Of plain elements: it is drawn
 * in each row of every list, and Mantine's are most of what that takes.
 */
export function NumberLink({ ext }: { ext: string }) {
  return (
    <div className={classes.root}>
      <PlainNumber ext={ext} />
      <ReservedMark ext={ext} />
    </div>
  )
}

/** As `NumberLink`, where the reservation is shown beside it anyway. */
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
