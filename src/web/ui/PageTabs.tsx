import { createContext, useContext } from 'react'
import { Link, useLocation } from 'react-router-dom'
import classes from './PageTabs.module.css'

export interface PageTabGroup {
  label: string
  tabs: readonly { to: string; label: string }[]
}

const PageTabsContext = createContext<PageTabGroup | null>(null)
/** Set from the route table; `PageHeader` shows the tabs below the page's title. */
export const PageTabsProvider = PageTabsContext.Provider

/** On a phone the tabs are wider than the window. */
const showTab = (tab: HTMLAnchorElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** Links, styled as tabs, to the pages of the current page's group. Renders nothing on a page without a group. */
export function PageTabs() {
  const group = useContext(PageTabsContext)
  const { pathname } = useLocation()
  if (group === null) return null
  return (
    <nav className={classes.root} aria-label={group.label}>
      {group.tabs.map(({ to, label }) => (
        <Link
          key={to}
          ref={pathname === to ? showTab : undefined}
          className={classes.tab}
          to={to}
          aria-current={pathname === to ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
