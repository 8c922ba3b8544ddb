import { Combobox } from '@mantine/core'
import {
  IconArrowRight,
  IconBulb,
  IconHeadset,
  IconHistory,
  IconTerminal2,
  type TablerIcon,
} from '@tabler/icons-react'
import { optionKey, type Option } from './palette-context.ts'
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
  id: string
  selected: boolean
  onPoint: () => void
  onPick: () => void
}

/** One option of the palette. */
export function OptionRow({ option, id, selected, onPoint, onPick }: OptionRowProps) {
  const Icon = icons[option.group]
  return (
    <Combobox.Option
      value={optionKey(option)}
      id={id}
      selected={selected}
      aria-selected={selected}
      className={classes.option}
      onMouseMove={onPoint}
      onClick={onPick}
    >
      <Icon size={18} stroke={1.6} aria-hidden className={classes.icon} />
      <span>
        {option.label}
        {option.note !== undefined && <span className={classes.note}>{option.note}</span>}
      </span>
    </Combobox.Option>
  )
}
