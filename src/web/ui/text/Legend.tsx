import { Group } from '@mantine/core'
import type { ReactNode } from 'react'

interface Entry {
  name: string
  sign: ReactNode
  label: string
}

/** A chart's color legend, hidden from screen readers: they read the table instead. */
export const Legend = ({ entries }: { entries: Entry[] }) => (
  <Group gap="0.25rem 1rem" fz="sm" aria-hidden>
    {entries.map(({ name, sign, label }) => (
      <Group key={name} component="span" gap="0.375rem" wrap="nowrap">
        {sign}
        {label}
      </Group>
    ))}
  </Group>
)
