import { createContext, useContext, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import classes from './PageTabs.module.css'

export interface PageTabGroup {
  label: string
  tabs: readonly { to: string; label: string }[]
}

const PageTabsContext = createContext<PageTabGroup | null>(null)
/** Set from the route table; `PageHeader` shows the tabs below the page's title. */
export const PageTabsProvider = PageTabsContext.Provider

/** Links, styled as tabs, to the pages of the current page's group. Renders nothing on a page without a group. */
export function PageTabs() {
  const group = useContext(PageTabsContext)
  const { pathname } = useLocation()
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone, the tabs are wider than the window. Scroll only the tabs, not the page.
    const center = () => {
      const tab = bar.current?.children[group?.tabs.findIndex(({ to }) => to === pathname) ?? -1]
      if (bar.current === null || !(tab instanceof HTMLElement)) return
      const before = tab.offsetLeft - bar.current.offsetLeft
      bar.current.scrollLeft = before - (bar.current.clientWidth - tab.offsetWidth) / 2
    }
    // With the next frame: measuring at once would lay out the page twice.
    const frame = requestAnimationFrame(center)
    return () => cancelAnimationFrame(frame)
  }, [group, pathname])
  if (group === null) return null
  return (
    <nav ref={bar} className={classes.root} aria-label={group.label}>
      {group.tabs.map(({ to, label }) => (
        <Link key={to} className={classes.tab} to={to} aria-current={pathname === to ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
