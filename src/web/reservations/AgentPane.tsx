import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconClipboardList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import { useRecentAgents } from '../shared/recent-agents.ts'
import { firstIdleFor } from '../shared/idle-queries.ts'
import { useT } from '../i18n/Language.tsx'
import { suggestionsQuery } from '../shared/suggestions-query.ts'
import { isAgentId, type KnownAgent } from './find-agent.ts'
import { PasteAgents } from './PasteAgents.tsx'
import { setPastedAgents, usePastedAgents } from './pasted-agents.ts'
import { PickList } from './PickList.tsx'
import { useReservations } from '../shared/open-reservations.ts'

interface AgentPaneProps {
  chosen: string | undefined
  onChoose: (uuid: string | undefined) => void
  /** On to the numbers. */
  onEnter: () => void
  search: RefObject<HTMLInputElement | null>
  list: RefObject<HTMLDivElement | null>
}

const restMs = 300
const shownSuggestions = 6
const uuidOf = ({ uuid }: KnownAgent) => uuid

/** Agents of the pasted list and those opened lately, in an order that does not change while one goes through them. */
function useKnownAgents(): KnownAgent[] {
  const recent = useRecentAgents()
  const pasted = usePastedAgents()
  const [order] = useState(() => recent.map(({ uuid }) => uuid))
  const steady = recent.toSorted((a, b) => order.indexOf(a.uuid) - order.indexOf(b.uuid))
  const nameOf = (uuid: string) => recent.find((agent) => agent.uuid === uuid)?.name ?? null
  const rest = steady.filter(({ uuid }) => !pasted.some((agent) => agent.uuid === uuid))
  return [...pasted.map(({ uuid, name }) => ({ uuid, name: name ?? nameOf(uuid) })), ...rest]
}

/** Who is to get a number. The API has no list of agents: recent ones, a pasted list, a uuid or work number typed. */
export function AgentPane({ chosen, onChoose, onEnter, search, list }: AgentPaneProps) {
  const t = useT()
  const known = useKnownAgents()
  const pasted = usePastedAgents()
  const reserved = [...useReservations().values()]
  const [text, setText] = useState('')
  const [pasting, setPasting] = useState(false)
  const typed = text.trim()
  const [asked] = useDebouncedValue(typed, restMs)
  const wanted = typed.toLowerCase()
  const fitting = known.filter(({ uuid, name }) => `${name ?? ''} ${uuid}`.toLowerCase().includes(wanted))
  const lookUp = asked === typed && typed !== '' && fitting.length === 0 && isAgentId(typed)
  const { data, isFetching } = useQuery({
    ...firstIdleFor(asked),
    enabled: lookUp,
    retry: false,
    placeholderData: undefined,
    meta: { quiet: true },
  })
  const suggested = useQuery({ ...suggestionsQuery(asked), enabled: asked !== '' && fitting.length === 0 })
  const found = lookUp && data?.agent?.id ? [{ uuid: data.agent.id, name: data.agent.agentName }] : []
  const shown = [...found, ...fitting]
  const names = (suggested.data?.items ?? []).map(({ key }) => key).filter((key) => !/^\d+$/.test(key))
  const toList = () => {
    if (!shown.some(({ uuid }) => uuid === chosen)) onChoose(shown[0]?.uuid)
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
        ref={search}
        value={text}
        aria-label={t('reservations.findAgent')}
        placeholder={t('reservations.findAgent')}
        rightSection={isFetching ? <Loader size={14} /> : undefined}
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
          keyOf={uuidOf}
          chosen={chosen}
          onChoose={onChoose}
          onEnter={onEnter}
          onEscape={() => search.current?.focus()}
          list={list}
        >
          {({ uuid, name }) => (
            <>
              <Text size="sm" truncate>
                {name ?? uuid}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {reserved
                  .filter(({ agentUuid }) => agentUuid === uuid)
                  .map(({ ext }) => t('reservations.agent.reserved', { ext }))
                  .join(' · ') || (name === null ? '' : uuid)}
              </Text>
            </>
          )}
        </PickList>
      ) : (
        <Text size="sm" c="dimmed" component="output">
          {typed === ''
            ? t('reservations.agents.none')
            : isFetching || asked !== typed
              ? t('state.loading')
              : t('reservations.agents.notFound')}
        </Text>
      )}
      {typed !== '' && found.length === 0 && fitting.length === 0 && names.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('reservations.agents.suggested', {
            names: names.slice(0, shownSuggestions).join(t('list.separator')),
          })}
        </Text>
      )}
      {pasted.length > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={() => setPastedAgents([])}>
          {t('reservations.paste.forget', { count: pasted.length })}
        </Button>
      )}
      {pasting && <PasteAgents known={known} onClose={() => setPasting(false)} />}
    </Stack>
  )
}
