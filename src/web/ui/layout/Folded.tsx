import { Button, Paper, Text, Title } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, type ReactNode, type RefObject } from 'react'
import { neutralColor } from '../text/meaning.ts'

interface FoldedProps {
  title: string
  /** Beside the title. */
  note?: string
  titleRef?: RefObject<HTMLHeadingElement | null>
  isOpen: boolean
  onToggle: () => void
  /** Rendered only while open. */
  children: ReactNode
}

/** A part of the page that is folded until the user opens it. */
export function Folded({ title, note, titleRef, isOpen, onToggle, children }: FoldedProps) {
  const id = useId()
  return (
    <Paper withBorder p="xs" component="section" aria-label={title}>
      <Title order={2} size="h4" ref={titleRef} tabIndex={-1}>
        <Button
          variant="subtle"
          color={neutralColor}
          c="var(--mantine-color-text)"
          size="compact-md"
          justify="flex-start"
          leftSection={<IconChevronRight size={16} aria-hidden style={isOpen ? { rotate: '90deg' } : {}} />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onToggle}
        >
          {title}
          {note !== undefined && (
            <Text span c="dimmed" ms="xs">
              {note}
            </Text>
          )}
        </Button>
      </Title>
      {isOpen && (
        <div id={id} style={{ padding: '0.5rem' }}>
          {children}
        </div>
      )}
    </Paper>
  )
}
