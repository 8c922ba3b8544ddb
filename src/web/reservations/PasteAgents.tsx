import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../i18n/Language.tsx'
import { useReturnFocus } from '../ui/focus/return-focus.ts'
import { findAgents, linesOf, type Found, type KnownAgent } from './find-agent.ts'
import { mostPasted, setPastedAgents } from './pasted-agents.ts'

interface PasteAgentsProps {
  known: readonly KnownAgent[]
  onClose: () => void
}

/** A list of uuids, work numbers or names, as far as the API finds them. */
export function PasteAgents({ known, onClose }: PasteAgentsProps) {
  const t = useT()
  const client = useQueryClient()
  useReturnFocus()
  const [text, setText] = useState('')
  const [done, setDone] = useState(0)
  const lines = linesOf(text)
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => findAgents(client, known, lines, setDone),
  })
  const keep = (found: readonly Found[]) => {
    const agents = found.flatMap(({ agent }) => (agent === null ? [] : [agent]))
    setPastedAgents(agents.filter((agent, at) => agents.findIndex(({ uuid }) => uuid === agent.uuid) === at))
    if (agents.length === found.length) onClose()
  }
  const missing = (data ?? []).filter((each): each is Found & { agent: null } => each.agent === null)
  return (
    <Modal opened onClose={onClose} title={t('reservations.paste')} returnFocus={false} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // Not the mutation's own: what was cancelled must not come back.
          if (lines.length > 0 && lines.length <= mostPasted) mutate(undefined, { onSuccess: keep })
        }}
      >
        <Stack gap="md">
          <Textarea
            label={t('reservations.paste.label')}
            description={t('reservations.paste.hint', { most: mostPasted })}
            error={
              lines.length > mostPasted ? t('reservations.paste.tooMany', { most: mostPasted }) : undefined
            }
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            minRows={6}
            maxRows={12}
            autosize
            spellCheck={false}
            data-autofocus
          />
          {missing.length > 0 && !isPending && (
            <Alert
              variant="outline"
              color="var(--console-warning)"
              title={t('reservations.paste.missing', { count: missing.length })}
            >
              {missing.map(({ text: line, why }) => (
                <Text key={line} size="sm">
                  {t('label.value', { label: line, value: t(`reservations.found.${why}`) })}
                </Text>
              ))}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            {isPending && (
              <Text size="sm" c="dimmed" component="output">
                {t('reservations.paste.finding', { done, all: lines.length })}
              </Text>
            )}
            <Button variant="default" onClick={onClose}>
              {t(missing.length > 0 ? 'action.close' : 'action.cancel')}
            </Button>
            <Button type="submit" loading={isPending} disabled={lines.length === 0}>
              {t('reservations.paste.find', { count: lines.length })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
