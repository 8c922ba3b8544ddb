import { useLocation } from 'react-router-dom'
import { Link } from './Link.tsx'
import classes from './PageTabs.module.css'

/** Pages side by side, each with its own address: links that look like tabs. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly { to: string; label: string }[] }) {
  const { pathname } = useLocation()
  return (
    <nav className={classes.root} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          className={classes.tab}
          to={tab.to}
          aria-current={pathname === tab.to ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
