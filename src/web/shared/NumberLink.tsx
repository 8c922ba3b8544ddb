import { Link } from 'react-router-dom'
import { ReservedMark } from './ReservedMark.tsx'
import { useT } from '../i18n/Language.tsx'
import { paths } from '../lib/paths.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import classes from './NumberLink.module.css'

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
