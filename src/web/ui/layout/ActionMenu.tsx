import { Menu, Text, type MenuProps } from '@mantine/core'
import type { ReactElement, Ref } from 'react'
import { dangerColor } from '../text/meaning.ts'

interface MenuAction {
  /** Unique within the menu. */
  id: string
  label: string
  /** Smaller text below the label. */
  note?: string | undefined
  onChoose: () => void
  isCurrent?: boolean
  isDisabled?: boolean
  /** True for an action that removes something. */
  isDanger?: boolean
}

export type MenuEntry = MenuAction | { heading: string } | 'divider'

/** A Mantine `Button` or `ActionIcon` without a handler. */
type MenuButton = ReactElement<{
  ref?: Ref<HTMLButtonElement> | undefined
  loading?: boolean
}>

interface ActionMenuProps extends Pick<MenuProps, 'position' | 'width'> {
  button: MenuButton
  entries: readonly MenuEntry[]
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry === 'divider') return <Menu.Divider />
  if ('heading' in entry) return <Menu.Label>{entry.heading}</Menu.Label>
  const { label, note, onChoose, isCurrent = false, isDisabled = false, isDanger = false } = entry
  return (
    <Menu.Item
      onClick={onChoose}
      disabled={isDisabled}
      aria-current={isCurrent || undefined}
      {...(isDanger ? { color: dangerColor } : {})}
    >
      {label}
      {note !== undefined && (
        <Text size="xs" c="dimmed" component="div">
          {note}
        </Text>
      )}
    </Menu.Item>
  )
}

const keyOf = (entry: MenuEntry) =>
  entry === 'divider' ? entry : 'heading' in entry ? `heading ${entry.heading}` : entry.id

/** A button with a menu. */
export function ActionMenu({ button, entries, ...menu }: ActionMenuProps) {
  return (
    <Menu shadow="md" {...menu}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown mah={420} className="scroll-y">
        {entries.map((entry) => (
          <Entry key={keyOf(entry)} entry={entry} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
