import { ActionIcon, Anchor } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import classes from './Cells.module.css'

interface ValueProps {
  text: string
  /** On hover, where the text is only its beginning. */
  whole: string
  /** Small, under the text. */
  under?: string | undefined
  /** Where it leads; null for a value that has no page. */
  to: string | null
  /** Shows only the events with this value; null where that is done already. */
  filter: (() => void) | null
  /** Names the filter's button. */
  filterLabel: string
  children?: ReactNode
}

/** A value with a link to its page, and a button that filters by it. */
export function Value({ text, whole, under, to, filter, filterLabel, children }: ValueProps) {
  return (
    <span className={classes.value}>
      <span className={classes.text} title={whole}>
        {to === null ? (
          text
        ) : (
          <Anchor component={Link} to={to} inherit>
            {text}
          </Anchor>
        )}
        {under !== undefined && (
          <span className={classes.under} title={under}>
            {under}
          </span>
        )}
      </span>
      {children}
      {filter !== null && (
        <ActionIcon
          variant="subtle"
          size="sm"
          color="gray"
          aria-label={filterLabel}
          title={filterLabel}
          onClick={filter}
        >
          <IconFilter size={14} aria-hidden />
        </ActionIcon>
      )}
    </span>
  )
}
