import { Paper, SimpleGrid, type SimpleGridProps } from '@mantine/core'
import type { ReactNode } from 'react'

interface FilterPanelProps {
  label: string
  /** The columns of the fields by width of the window. */
  cols: SimpleGridProps['cols']
  children: ReactNode
}

/** The fields that filter a list. */
export function FilterPanel({ label, cols, children }: FilterPanelProps) {
  return (
    <Paper withBorder p="md" mb="sm" component="section" aria-label={label} data-no-print>
      <SimpleGrid cols={cols} spacing="md" verticalSpacing="sm">
        {children}
      </SimpleGrid>
    </Paper>
  )
}
