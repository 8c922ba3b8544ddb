import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { useState, type RefObject } from 'react'
import { readId } from '../../lib/typed.ts'
import { useT } from '../../i18n/Language.tsx'
import { AgentOptionText, useAgentOptions, type AgentOption } from '../../entities/agent/agent-options.tsx'
import type { KnownAgent } from '../../entities/agent/find-agent.ts'
import { setPastedAgents, usePastedAgents } from './pasted-agents.ts'
import { PickList } from './PickList.tsx'
import { useReservations } from '../../entities/reservation/open-reservations.ts'
import { PasteAgents } from './PasteAgents.tsx'

interface AgentPaneProps {
  /** Id of the selected agent. */
  chosen: string | undefined
  /** The selected joiner, who is missing from the recent agents; null without one. */
  joiner: KnownAgent | null
  onChoose: (agent: KnownAgent | undefined) => void
  /** Moves on to the list of numbers. */
  onEnter: () => void
  /** Called after a choice by mouse or touch. */
  onTap: () => void
  searchField: RefObject<HTMLInputElement | null>
  list: RefObject<HTMLDivElement | null>
}

const idOf = ({ id }: AgentOption) => id

/** Selects the agent or joiner: from recent agents, a pasted list, or a search of the directory. */
export function AgentPane({ chosen, joiner, onChoose, onEnter, onTap, searchField, list }: AgentPaneProps) {
  const t = useT()
  const pasted = usePastedAgents()
  const reserved = [...useReservations().values()]
  const [text, setText] = useState('')
  const [pasting, setPasting] = useState(false)
  const typed = readId(text)
  const { options: shown, isPending } = useAgentOptions(text, {
    joiners: true,
    all: false,
    // The recent agents do not include the joiner from the URL.
    given: joiner === null ? pasted : [...pasted, joiner],
  })
  const choose = (option: AgentOption | undefined) =>
    onChoose(option && { id: option.id, isJoiner: option.isJoiner, name: option.name ?? option.label })
  const hintOf = ({ id, hint }: AgentOption) =>
    reserved
      .filter(({ agentUuid, joinerId }) => (agentUuid ?? joinerId) === id)
      .map(({ ext }) => t('reservations.agent.reserved', { ext }))
      .concat(hint === '' ? [] : hint)
      .join(' · ')
  const toList = () => {
    if (!shown.some(({ id }) => id === chosen)) choose(shown[0])
    list.current?.focus()
  }
  return (
    <Stack gap="xs" component="section" aria-label={t('reservations.agents')}>
      <Group justify="space-between" gap="xs">
        <Text fw={600} size="sm">
          {t('reservations.agents')}
        </Text>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconClipboardList size={14} aria-hidden />}
          onClick={() => setPasting(true)}
        >
          {t('reservations.paste')}
        </Button>
      </Group>
      <TextInput
        ref={searchField}
        value={text}
        aria-label={t('reservations.findAgent')}
        placeholder={t('reservations.findAgent')}
        rightSection={isPending ? <Loader size={14} /> : undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value.slice(0, 128))}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'Enter') {
            event.preventDefault()
            if (shown.length > 0) toList()
          } else if (event.key === 'Escape') setText('')
        }}
      />
      {shown.length > 0 ? (
        <PickList
          label={t('reservations.agents')}
          items={shown}
          keyOf={idOf}
          chosen={chosen}
          onChoose={(id) => choose(shown.find((option) => option.id === id))}
          onEnter={onEnter}
          onTap={onTap}
          onEscape={() => searchField.current?.focus()}
          list={list}
        >
          {(option) => <AgentOptionText option={{ ...option, hint: hintOf(option) }} />}
        </PickList>
      ) : (
        <Text size="sm" c="dimmed" component="output">
          {typed === ''
            ? t('reservations.agents.none')
            : isPending
              ? t('state.loading')
              : t('reservations.agents.notFound')}
        </Text>
      )}
      {pasted.length > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={() => setPastedAgents([])}>
          {t('reservations.paste.forget', { count: pasted.length })}
        </Button>
      )}
      {pasting && <PasteAgents onClose={() => setPasting(false)} />}
    </Stack>
  )
}
