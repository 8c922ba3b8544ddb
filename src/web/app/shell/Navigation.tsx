import { Link, useLocation } from 'react-router-dom'
import type { MessageKey } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { routeAt, routes } from '../routes.tsx'
import { useSession } from '../../shared/session/SessionContext.tsx'
import { Optional } from '../../ui/feedback/Optional.tsx'
import classes from './Shell.module.css'

const groups = [
  ['extensions', 'nav.group.extensions'],
  ['reference', 'nav.group.reference'],
  ['operation', 'nav.group.operation'],
] as const satisfies readonly (readonly [string, MessageKey])[]

interface NavigationProps {
  /** The first page is seen: badges beside the names may be fetched. */
  ahead: boolean
  onNavigate: () => void
}

/** The pages of the route table that this user may open, in its order. */
export function Navigation({ ahead, onNavigate }: NavigationProps) {
  const t = useT()
  const { pathname } = useLocation()
  const { permissions, features } = useSession()
  const open = routes.filter(
    ({ permission, feature }) =>
      (permission === undefined || permissions.includes(permission)) &&
      (feature === undefined || features[feature]),
  )
  const current = routeAt(pathname)
  return groups.map(([group, title]) => {
    const items = open.flatMap(({ path, nav }) => (nav?.group === group ? [{ path, ...nav }] : []))
    if (items.length === 0) return null
    return (
      <div key={group} className={classes.navGroup}>
        <div id={`nav-${group}`} className={classes.navTitle}>
          {t(title)}
        </div>
        <ul className={classes.navList} aria-labelledby={`nav-${group}`}>
          {items.map(({ path, label, icon: Icon, Badge }) => (
            <li key={path}>
              <Link
                to={path}
                className={classes.navLink}
                aria-current={current?.path === path ? 'page' : undefined}
                onClick={onNavigate}
              >
                <Icon size={18} stroke={1.6} aria-hidden />
                {t(label)}
                {ahead && Badge !== undefined && (
                  <Optional>
                    <Badge />
                  </Optional>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    )
  })
}
