import { Text, Title } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './StateMessage.module.css'

interface StateMessageProps {
  icon: TablerIcon
  tone: 'quiet' | 'success' | 'warning' | 'failure'
  title: string
  text?: ReactNode
  /** The next step: buttons and links. */
  children?: ReactNode
  /** Details below the next step. */
  detail?: ReactNode
  /** Announces the message when it appears, for failures. */
  announce?: boolean
}

/** Replaces data: one layout for empty, forbidden, not configured and broken, distinguished by icon and tone. */
export function StateMessage({
  icon: Icon,
  tone,
  title,
  text,
  children,
  detail,
  announce = false,
}: StateMessageProps) {
  return (
    <div className={classes.root} data-tone={tone} role={announce ? 'alert' : undefined}>
      <span className={classes.icon}>
        <Icon size={28} stroke={1.5} aria-hidden />
      </span>
      <Title order={2}>{title}</Title>
      {text !== undefined && (
        <Text c="dimmed" maw={520} component="div">
          {text}
        </Text>
      )}
      {children !== undefined && <div className={classes.actions}>{children}</div>}
      {detail}
    </div>
  )
}
