import { Group, Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { CopyButton } from '../../ui/text/CopyButton.tsx'
import { FieldList } from '../../ui/text/Field.tsx'
import { EmptyValue } from '../../ui/text/EmptyValue.tsx'

interface FieldGroupProps {
  title: string
  children: ReactNode
  /** Content that belongs to the fields but is not a field. */
  below?: ReactNode
}

export function FieldGroup({ title, children, below }: FieldGroupProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} mb="sm">
        {title}
      </Title>
      <FieldList>{children}</FieldList>
      {below}
    </Paper>
  )
}

export function Copyable({ value }: { value: string | null }) {
  const t = useT()
  if (value === null) return <EmptyValue />
  return (
    <Group gap={4} wrap="nowrap">
      <span>{value}</span>
      <CopyButton value={value} label={t('copy.value', { value })} />
    </Group>
  )
}
