import { Group, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { createContext, use, useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useT } from '../../i18n/Language.tsx'
import { PageTabs } from './PageTabs.tsx'
import { focusOnArrival } from '../form/dialogs.tsx'
import classes from './PageHeader.module.css'

/** What the browser's tab shows before the title of every page. */
export const TitlePrefix = createContext('')

interface PageHeaderProps {
  title: string
  /** Shown beside the title: badges, a copy button. */
  titleSuffix?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  /** Shows only the title and reserves the space of the rest, until the page knows whether the rest applies. */
  isTitleAlone?: boolean
  /** On a phone, the actions are beside the title and what follows it is one line below: the list begins higher. */
  isCompact?: boolean
}

/** The page's h1 and the tabs of its group. Sets the document title, and takes the focus after navigation from another page. */
export function PageHeader(props: PageHeaderProps) {
  const { title, titleSuffix, description, actions, isTitleAlone = false, isCompact = false } = props
  const rest = { style: isTitleAlone ? { visibility: 'hidden' as const } : {} }
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname, key } = useLocation()
  useDocumentTitle(`${use(TitlePrefix)}${title} · ${t('product')}`)
  // On the first page that the browser opens, the focus stays at the top, as users expect of a fresh page.
  const focusedFor = useRef(key === 'default' ? pathname : null)
  useEffect(() => {
    if (focusedFor.current === pathname) return
    focusedFor.current = pathname
    focusOnArrival(heading.current, { preventScroll: true })
  }, [pathname])
  return (
    <div className={classes.root} data-page-header data-compact={isCompact || undefined}>
      <div className={classes.title}>
        <Group gap="sm">
          <Title order={1} ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {titleSuffix !== undefined && (
            <Group gap="sm" {...rest}>
              {titleSuffix}
            </Group>
          )}
        </Group>
        {description !== undefined && (
          <Text component="div" c="dimmed" {...rest}>
            {description}
          </Text>
        )}
      </div>
      {actions !== undefined && (
        <div className={classes.actions} {...rest}>
          {actions}
        </div>
      )}
      <PageTabs />
    </div>
  )
}
