import { NavLink } from 'react-router-dom'
import classes from './PageTabs.module.css'

/** Pages side by side, each with its own address: links that look like tabs. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly { to: string; label: string }[] }) {
  return (
    <nav className={classes.root} aria-label={label}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} className={classes.tab} to={tab.to} end>
          {tab.label}
        </NavLink>
      ))}
    </nav>
  )
}
