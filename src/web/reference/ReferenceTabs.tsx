import { NavLink } from 'react-router-dom'
import { useT } from '../i18n/Language.tsx'
import { paths } from '../paths.ts'
import classes from './ReferenceTabs.module.css'

/** Three lists, each with its own address: links that look like tabs. */
export function ReferenceTabs() {
  const t = useT()
  return (
    <nav className={classes.root} aria-label={t('reference.lists')}>
      <NavLink className={classes.tab} to={paths.timeZones()}>
        {t('reference.timeZones')}
      </NavLink>
      <NavLink className={classes.tab} to={paths.languages()}>
        {t('reference.languages')}
      </NavLink>
      <NavLink className={classes.tab} to={paths.countries()}>
        {t('reference.countries')}
      </NavLink>
    </nav>
  )
}
