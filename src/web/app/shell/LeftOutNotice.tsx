import { IconAlertTriangle } from '@tabler/icons-react'
import { useLeftOut } from '../../api/left-out.ts'
import { useT } from '../../i18n/Language.tsx'
import classes from '../../ui/feedback/Notice.module.css'

/** Says that lists lack entries which a newer version of the console has written. */
export function LeftOutNotice() {
  const t = useT()
  const count = useLeftOut()
  if (count === 0) return null
  return (
    <output className={classes.top}>
      <IconAlertTriangle size={18} aria-hidden />
      <span>{t('shell.leftOut', { count })}</span>
    </output>
  )
}
