import { Alert, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { AgentsFileDrop } from './AgentsFileDrop.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { colorOf } from '../../ui/text/meaning.ts'
import { linesOf, namesIn } from '../../entities/agent/agent-list.ts'
import { findAgents, type Found, type KnownAgent } from '../../entities/agent/find-agent.ts'
import { UnclearAgents } from '../../entities/agent/UnclearAgents.tsx'
import { LeftOutLines } from './LeftOutLines.tsx'
import { maxPasted, setPastedAgents, usePastedAgents } from './pasted-agents.ts'
import { RemovedCharacters } from '../../ui/text/RemovedCharacters.tsx'
import { useFill } from '../../spreadsheet/use-fill.ts'

/** The lines that can name an agent, each once. */
const peopleIn = (text: string) => [...new Set(linesOf(text))].filter((line) => namesIn(line).length > 0)

interface PasteAgentsProps {
  onClose: () => void
}

/** Accepts a list of uuids, work numbers or names, and keeps the agents that the API finds. */
export function PasteAgents({ onClose }: PasteAgentsProps) {
  const t = useT()
  const client = useQueryClient()
  const tooMany = t('reservations.paste.tooMany', { most: maxPasted })
  const form = useForm({
    initialValues: { text: '' },
    validate: { text: (text) => (peopleIn(text).length > maxPasted ? tooMany : null) },
  })
  const fill = useFill(
    () => form.getValues().text,
    (text) => form.setFieldValue('text', text),
  )
  const [done, setDone] = useState(0)
  const lines = peopleIn(form.values.text)
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => findAgents(client, lines, setDone),
  })
  const keep = (found: readonly Found[]) => {
    const agents = found.flatMap(({ agent }) => (agent === null ? [] : [agent]))
    setPastedAgents(agents.filter((agent, at) => agents.findIndex(({ id }) => id === agent.id) === at))
    form.resetDirty()
    if (agents.length === found.length) onClose()
  }
  const pasted = usePastedAgents()
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  /** Replaces an earlier choice for the same name. */
  const choose = (text: string, agent: KnownAgent) => {
    const before = chosen.get(text)
    setPastedAgents([...pasted.filter(({ id }) => id !== before && id !== agent.id), agent])
    setChosen(new Map(chosen).set(text, agent.id))
  }
  const missing = (data ?? []).filter((each): each is Found & { agent: null } => each.agent === null)
  return (
    <FormDialog
      title={t('reservations.paste')}
      submit={t('reservations.paste.find', { count: lines.length })}
      cancel={t(missing.length > 0 ? 'action.close' : 'action.cancel')}
      // Pass `onSuccess` to `mutate`: after a cancel, a late result must not bring the list back.
      onSubmit={form.onSubmit(() => mutate(undefined, { onSuccess: keep }))}
      onClose={onClose}
      isDirty={form.isDirty()}
      pending={isPending}
      error={null}
      isReady={lines.length > 0}
      actions={
        isPending && (
          <Text size="sm" c="dimmed" component="output">
            {t('reservations.paste.finding', { done, all: lines.length })}
          </Text>
        )
      }
    >
      <Textarea
        {...form.getInputProps('text')}
        label={t('reservations.paste.label')}
        description={t('reservations.paste.hint', { most: maxPasted })}
        error={lines.length > maxPasted && tooMany}
        minRows={6}
        maxRows={12}
        autosize
        spellCheck={false}
        data-autofocus
      />
      <RemovedCharacters text={form.values.text} />
      <LeftOutLines lines={linesOf(form.values.text).filter((line) => namesIn(line).length === 0)} />
      <AgentsFileDrop withNumbers={false} disabled={isPending} onRead={({ agents }) => fill(agents)} />
      {missing.length > 0 && !isPending && (
        <Alert
          color={colorOf('attention')}
          title={t('reservations.paste.missing', { count: missing.length })}
        >
          <UnclearAgents joiners found={missing} chosen={(text) => chosen.get(text)} onChoose={choose} />
        </Alert>
      )}
    </FormDialog>
  )
}
