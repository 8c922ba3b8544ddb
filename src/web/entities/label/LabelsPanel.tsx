import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Subject } from '#contract/labels.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { usePermission } from '../session/SessionContext.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { LabelList } from './LabelList.tsx'
import { labelsQuery } from './queries.ts'
import { LabelsDialog } from './LabelsDialog.tsx'

interface LabelsPanelProps {
  subject: Subject
  /** Returns the URL of the list filtered by a label. */
  to: (label: string) => string
}

/** The labels and note of a number or an agent, with a button to edit both. */
export function LabelsPanel({ subject, to }: LabelsPanelProps) {
  const t = useT()
  const query = useQuery(labelsQuery(subject))
  const canWrite = usePermission('label.write')
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      title={t('labels.panel')}
      actions={
        canWrite &&
        query.data !== undefined && (
          <Button
            size="compact-sm"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('labels.edit')}
          </Button>
        )
      }
    >
      <QueryState query={query} loading={<Skeleton h={24} />}>
        {({ labels, note }) => (
          <Stack gap="xs">
            {labels.length > 0 && <LabelList labels={labels} to={to} />}
            {note !== null && (
              <div>
                <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{note.text}</Text>
                <Text size="xs" c="dimmed" component="div">
                  <Message
                    of="labels.note.by"
                    values={{ by: note.changedBy, time: <Time value={note.changedAt} /> }}
                  />
                </Text>
              </div>
            )}
            {labels.length === 0 && note === null && <Text c="dimmed">{t('labels.none')}</Text>}
          </Stack>
        )}
      </QueryState>
      {isOpen && query.data !== undefined && (
        <LabelsDialog subject={subject} known={query.data} onClose={() => setOpen(false)} />
      )}
    </Panel>
  )
}
