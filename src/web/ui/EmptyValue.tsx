import { VisuallyHidden } from '@mantine/core'
import { useT } from '../i18n/Language.tsx'
import classes from './EmptyValue.module.css'

/** A field that the service left out. */
export function EmptyValue() {
  const t = useT()
  return (
    <span className={classes.root}>
      <span aria-hidden>–</span>
      <VisuallyHidden>{t('value.none')}</VisuallyHidden>
    </span>
  )
}
