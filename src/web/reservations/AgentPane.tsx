import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconClipboardList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import { isSameAgent } from '#contract/text.ts'
import { useRecentAgents } from '../shared/recent-agents.ts'
import { firstIdleFor } from '../shared/idle-queries.ts'
import { useT } from '../i18n/Language.tsx'
import { agentHints } from '../shared/agent-directory/agent-text.ts'
import { agentSearch } from '../shared/agent-directory/queries.ts'
import { isAgentId, knownAgent, type KnownAgent } from '../shared/agent-directory/find-agent.ts'
import { PasteAgents } from './PasteAgents.tsx'
import { setPastedAgents, usePastedAgents } from './pasted-agents.ts'
import { PickList } from './PickList.tsx'
import { useReservations } from '../shared/open-reservations.ts'

interface AgentPaneProps {
  /** Id of the agent chosen. */
  chosen: string | undefined
  /** The joiner chosen, who is not among those opened lately. */
  joiner: KnownAgent | null
  onChoose: (agent: KnownAgent | undefined) => void
  /** On to the numbers. */
  onEnter: () => void
  /** After a choice by mouse or finger. */
  onTap: () => void
  searchField: RefObject<HTMLInputElement | null>
  list: RefObject<HTMLDivElement | null>
}

const restMs = 300
const idOf = ({ id }: KnownAgent) => id

/** Agents of the pasted list and those opened lately, in an order that does not change while one goes through them. */
function useKnownAgents(): KnownAgent[] {
  const recent = useRecentAgents()
  const pasted = usePastedAgents()
  const [order] = useState(() => recent.map(({ uuid }) => uuid))
  const steady = recent.toSorted((a, b) => order.indexOf(a.uuid) - order.indexOf(b.uuid))
  const nameOf = (uuid: string) => recent.find((agent) => isSameAgent(agent.uuid, uuid))?.name ?? null
  const rest = steady.filter(({ uuid }) => !pasted.some(({ id }) => isSameAgent(id, uuid)))
  return [
    ...pasted.map((agent) => ({ ...agent, name: agent.name ?? nameOf(agent.id) })),
    ...rest.map(({ uuid, name }) => ({ id: uuid, isJoiner: false, name })),
  ]
}

/** Who is to get a number: recent agents, a pasted list, or a search of the directory. */
export function AgentPane({ chosen, joiner, onChoose, onEnter, onTap, searchField, list }: AgentPaneProps) {
  const t = useT()
  const opened = useKnownAgents()
  const isOpened = joiner === null || opened.some(({ id }) => id === joiner.id)
  const known = isOpened ? opened : [joiner, ...opened]
  const pasted = usePastedAgents()
  const reserved = [...useReservations().values()]
  const [text, setText] = useState('')
  const [pasting, setPasting] = useState(false)
  const typed = text.trim()
  const [asked] = useDebouncedValue(typed, restMs)
  const wanted = typed.toLowerCase()
  const fitting = known.filter(({ id, name }) => `${name ?? ''} ${id}`.toLowerCase().includes(wanted))
  const search = useQuery({ ...agentSearch(asked), enabled: asked !== '' })
  const items = search.data?.items ?? []
  const listed = items.map(knownAgent)
  const hintsOf = new Map(items.map((agent) => [knownAgent(agent).id, agentHints(agent).join(' · ')]))
  const isSettled = asked === typed && typed !== '' && !search.isFetching
  // The service may know a uuid or work number that the directory has not seen.
  const lookUp = isSettled && fitting.length === 0 && listed.length === 0 && isAgentId(typed)
  const { data, isFetching } = useQuery({
    ...firstIdleFor(asked),
    enabled: lookUp,
    retry: false,
    placeholderData: undefined,
    meta: { quiet: true },
  })
  const found: KnownAgent[] =
    lookUp && data?.agent?.id ? [{ id: data.agent.id, isJoiner: false, name: data.agent.agentName }] : []
  const others = listed.filter(({ id }) => !fitting.some((agent) => agent.id === id))
  const shown = [...found, ...fitting, ...(typed === '' ? [] : others)]
  const toList = () => {
    if (!shown.some(({ id }) => id === chosen)) onChoose(shown[0])
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
        rightSection={isFetching || search.isFetching ? <Loader size={14} /> : undefined}
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
          onChoose={(id) => onChoose(shown.find((agent) => agent.id === id))}
          onEnter={onEnter}
          onTap={onTap}
          onEscape={() => searchField.current?.focus()}
          list={list}
        >
          {({ id, isJoiner, name }) => (
            <>
              <Text size="sm" truncate>
                {name ?? id}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {isJoiner && `${t('agents.joiner')} · `}
                {reserved
                  .filter(({ agentUuid, joinerId }) => (agentUuid ?? joinerId) === id)
                  .map(({ ext }) => t('reservations.agent.reserved', { ext }))
                  .join(' · ') ||
                  hintsOf.get(id) ||
                  (name === null || isJoiner ? '' : id)}
              </Text>
            </>
          )}
        </PickList>
      ) : (
        <Text size="sm" c="dimmed" component="output">
          {typed === ''
            ? t('reservations.agents.none')
            : isFetching || search.isFetching || asked !== typed
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
