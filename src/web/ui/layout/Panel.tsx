import { Group, Paper, Text, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { ErrorBoundary } from '../feedback/ErrorBoundary.tsx'

interface PanelProps {
  title: string
  description?: string
  actions?: ReactNode
  /** False when a table in it has the same name: it is a landmark itself. */
  isLandmark?: boolean
  children: ReactNode
}

/** A part of the page that loads, fails and retries independently. */
export function Panel({ title, description, actions, isLandmark = true, children }: PanelProps) {
  const id = useId()
  return (
    <Paper
      withBorder
      p="md"
      component="section"
      aria-labelledby={isLandmark ? id : undefined}
      miw={0}
      data-panel
    >
      <Group justify="space-between" align="flex-start" gap="sm" mb="sm">
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {description !== undefined && <Text c="dimmed">{description}</Text>}
        </div>
        {actions}
      </Group>
      <ErrorBoundary>{children}</ErrorBoundary>
    </Paper>
  )
}
