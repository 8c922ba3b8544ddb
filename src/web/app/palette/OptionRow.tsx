import { UnstyledButton } from '@mantine/core'
import {
  IconArrowRight,
  IconBulb,
  IconHeadset,
  IconHistory,
  IconLock,
  IconTerminal2,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ariaFor } from './aria.ts'
import type { Option } from './option.ts'
import classes from './Palette.module.css'

const icons: Record<Option['group'], TablerIcon> = {
  recent: IconHistory,
  do: IconTerminal2,
  go: IconArrowRight,
  agents: IconHeadset,
  suggestions: IconBulb,
}

interface OptionRowProps {
  option: Option
  aria: ReturnType<ReturnType<typeof ariaFor>['option']>
  onPoint: () => void
  onPick: () => void
}

/** One line of the palette. Spotlight's own action takes no id, by which a screen reader would find the selected one. */
export function OptionRow({ option, aria, onPoint, onPick }: OptionRowProps) {
  const Icon = option.refused === undefined ? icons[option.group] : IconLock
  const note = option.refused ?? option.note
  return (
    <UnstyledButton
      {...aria}
      className={classes.option}
      tabIndex={-1}
      onMouseMove={onPoint}
      // The focus stays in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <Icon size={18} stroke={1.6} aria-hidden className={classes.icon} />
      <span>
        {option.label}
        {note !== undefined && <span className={classes.note}>{note}</span>}
      </span>
    </UnstyledButton>
  )
}
