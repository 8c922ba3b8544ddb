import { ActionIcon } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Cells.module.css'
import { PageLink } from '../../ui/layout/PageLink.tsx'

interface ValueProps {
  text: string
  /** The full text, shown on hover when `text` is shortened. */
  whole: string
  /** Small text below the value. */
  under?: string | undefined
  /** The link's path; null for a value without a page. */
  to: string | null
  /** Filters the list by this value; null when that filter is already active. */
  filter: (() => void) | null
  /** Accessible name of the filter button. */
  filterLabel: string
  children?: ReactNode
}

/** A value with a link to its page, and a button that filters by it. */
export function Value({ text, whole, under, to, filter, filterLabel, children }: ValueProps) {
  return (
    <span className={classes.value}>
      <span className={classes.text} title={whole}>
        {to === null ? text : <PageLink to={to}>{text}</PageLink>}
        {under !== undefined && (
          <span className={classes.under} title={under}>
            {under}
          </span>
        )}
      </span>
      {children}
      {filter !== null && (
        <ActionIcon size="sm" aria-label={filterLabel} title={filterLabel} onClick={filter}>
          <IconFilter size={14} aria-hidden />
        </ActionIcon>
      )}
    </span>
  )
}
