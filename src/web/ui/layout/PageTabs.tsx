import { createContext, useContext, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import classes from './PageTabs.module.css'

export interface PageTab {
  to: string
  label: string
  /** A count, shown after the label; null while it is not known, with room for it. */
  note?: string | null | undefined
  /** The tab of the current path when undefined. */
  isCurrent?: boolean | undefined
  /** Opens the tab with what the address has at the click, where `to` may miss what was just typed. */
  onOpen?: (() => void) | undefined
  /** Set apart from the tabs before it. */
  isApart?: boolean | undefined
}
export interface PageTabGroup {
  label: string
  tabs: readonly PageTab[]
}

const PageTabsContext = createContext<PageTabGroup | null>(null)
/** Set from the route table, or by a page whose tabs are filters; `PageHeader` shows the tabs below the page's title. */
export const PageTabsProvider = PageTabsContext.Provider

/** Links, styled as tabs, to the pages of the current page's group. Renders nothing on a page without a group. */
export function PageTabs() {
  const group = useContext(PageTabsContext)
  const { pathname } = useLocation()
  const bar = useRef<HTMLElement>(null)
  const place = group?.tabs.findIndex(({ to, isCurrent }) => isCurrent ?? pathname === to) ?? -1
  useEffect(() => {
    // On a phone, the tabs are wider than the window. Scroll only the tabs, not the page.
    const center = () => {
      const tab = bar.current?.children[place]
      if (bar.current === null || !(tab instanceof HTMLElement)) return
      const before = tab.offsetLeft - bar.current.offsetLeft
      bar.current.scrollLeft = before - (bar.current.clientWidth - tab.offsetWidth) / 2
    }
    // With the next frame: measuring at once would lay out the page twice.
    const frame = requestAnimationFrame(center)
    return () => cancelAnimationFrame(frame)
  }, [place])
  if (group === null) return null
  return (
    <nav ref={bar} className={classes.root} aria-label={group.label}>
      {group.tabs.map(({ to, label, note, onOpen, isApart }, index) => (
        <Link
          // Not by `to`: a tab that is mounted again while it is pressed misses the click.
          key={label}
          className={classes.tab}
          to={to}
          onClick={(event) => {
            const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
            if (onOpen === undefined || !isPlain) return
            event.preventDefault()
            onOpen()
          }}
          aria-current={index === place ? 'page' : undefined}
          data-apart={isApart || undefined}
        >
          {label} {note !== undefined && <span className={classes.note}>{note}</span>}
        </Link>
      ))}
    </nav>
  )
}
