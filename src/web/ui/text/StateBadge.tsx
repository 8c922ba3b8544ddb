import { Badge, type BadgeProps } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBan,
  IconBookmark,
  IconCheck,
  IconCircle,
  IconCircleFilled,
  IconClock,
  IconHelp,
  IconMinus,
  IconPlayerPlay,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { colorOf, type Meaning } from './meaning.ts'
import classes from './StateBadge.module.css'

const icons: Record<Meaning, TablerIcon> = {
  free: IconCircle,
  reserved: IconBookmark,
  bound: IconCircleFilled,
  unavailable: IconBan,
  unknown: IconHelp,
  inDoubt: IconHelp,
  failed: IconX,
  running: IconPlayerPlay,
  waiting: IconClock,
  done: IconCheck,
  attention: IconAlertTriangle,
  ended: IconMinus,
}

/** The icon of a meaning in its color, beside text that says the same. */
export function StateIcon({ meaning }: { meaning: Meaning }) {
  const Icon = icons[meaning]
  return <Icon size={14} stroke={2.2} color={colorOf(meaning)} aria-hidden />
}

interface StateBadgeProps extends Pick<BadgeProps, 'size'> {
  meaning: Meaning
  /** Shown on hover: more than the text says. */
  title?: string
  children: ReactNode
}

/** A state as text, with an icon and a color that have the same meaning on every page. */
export function StateBadge({ meaning, size = 'md', children, ...badge }: StateBadgeProps) {
  return (
    <Badge
      size={size}
      fw={500}
      classNames={{ root: classes.root, label: classes.label }}
      leftSection={<StateIcon meaning={meaning} />}
      {...badge}
    >
      {children}
    </Badge>
  )
}
