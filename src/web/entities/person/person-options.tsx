import { Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Person } from '#contract/people.ts'
import { isSameAgent } from '#contract/text.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { readId } from '../../lib/typed.ts'
import { useRecentPeople } from './recent-people.ts'
import { namesakeHints, noAccountText, personTitle } from './person-text.ts'
import type { PersonRef } from './find-people.ts'
import { personSearchQuery, knownPeopleQuery, similarPeopleQuery } from './queries.ts'

/** An agent by UUID, or a new colleague by the directory's ID. */
export interface PersonOption extends PersonRef {
  label: string
  /** The agent's extension, as far as known. */
  ext: string | null
  /** Text that distinguishes agents of the same name; may be empty. */
  hint: string
}

const restMs = 200

export const optionOf = (agent: Person, t: Translate): PersonOption => ({
  id: agent.agentUuid ?? agent.id,
  isNewColleague: agent.agentUuid === null,
  kind: agent.kind,
  name: agent.name,
  label: personTitle(agent),
  ext: agent.ext,
  hint: namesakeHints(agent, t).join(' · '),
})

/** Returns the option for an agent without further data. */
const optionOfKnown = (agent: PersonRef): PersonOption => ({
  ...agent,
  label: agent.name ?? agent.id,
  ext: null,
  hint: agent.name === null || agent.isNewColleague ? '' : agent.id,
})
export const optionOfUnknown = (id: string, name: string | null): PersonOption =>
  optionOfKnown({ id, isNewColleague: false, name })

const isIn = (agents: readonly PersonRef[], { id }: PersonRef): boolean =>
  agents.some((each) => isSameAgent(each.id, id))

/**
 * Returns the given agents and the recently opened agents, with current data. An agent that is opened while the options are shown is
 * in `later`: it must not push down the options above it.
 */
function useKnownOptions(given: readonly PersonRef[], enabled: boolean) {
  const t = useT()
  const recent = useRecentPeople()
  const [order] = useState(() => recent.map(({ uuid }) => uuid))
  const opened = recent
    .toSorted((a, b) => order.indexOf(a.uuid) - order.indexOf(b.uuid))
    .map(({ uuid, name }): PersonRef => ({ id: uuid, isNewColleague: false, name }))
  const agents = [...given, ...opened].reduce<PersonRef[]>(
    (others, agent) => (isIn(others, agent) ? others : [...others, agent]),
    [],
  )
  const { data } = useQuery(knownPeopleQuery(enabled ? agents.map(({ id }) => id).toSorted() : []))
  const names = new Map(opened.map(({ id, name }) => [id, name]))
  const options = agents.map((agent) => {
    const known = data?.items.find((each) => isSameAgent(each.agentUuid ?? each.id, agent.id))
    return known === undefined
      ? optionOfKnown({ ...agent, name: agent.name ?? names.get(agent.id) ?? null })
      : optionOf(known, t)
  })
  const isLater = (option: PersonOption) =>
    !isIn(given, option) && !order.some((uuid) => isSameAgent(uuid, option.id))
  return {
    known: options.filter((option) => !isLater(option)),
    later: options.filter((option) => isLater(option)),
  }
}

interface PersonSearchOptions {
  /** Offers new colleagues too. */
  newColleagues?: boolean
  /** False: sends no requests. */
  enabled?: boolean
  /** Without text, also offers the directory's first agents. */
  all?: boolean
  /** These agents come before recently opened agents. */
  given?: readonly PersonRef[]
  /** The agent is to get a number: those who have one come last and say so. */
  binding?: boolean
}
const none: readonly PersonRef[] = []

/**
 * Returns the agents that a typed text can mean: the given and recently opened agents, then the directory's results once the user
 * pauses typing, then the agents opened since then. Without any result, asks the directory for a similar name. Sends nothing to the
 * service.
 */
export function usePersonOptions(
  text: string,
  {
    newColleagues = false,
    enabled = true,
    all = true,
    given = none,
    binding = false,
  }: PersonSearchOptions = {},
) {
  const t = useT()
  const typed = readId(text)
  const [q] = useDebouncedValue(typed, restMs)
  const { known, later } = useKnownOptions(given, enabled)
  const isSearched = enabled && (all || typed !== '')
  const search = useQuery({ ...personSearchQuery(q), enabled: isSearched && q === typed })
  const found = (isSearched ? (search.data?.items ?? []) : [])
    .filter(({ agentUuid }) => newColleagues || agentUuid !== null)
    .map((agent) => optionOf(agent, t))
  const fits = ({ id, label }: PersonOption) => `${id} ${label}`.toLowerCase().includes(typed.toLowerCase())
  const first = known.filter((option) => isIn(found, option) || fits(option))
  const others = found.filter((option) => !isIn(first, option))
  const last = later.filter((option) => !isIn(others, option) && fits(option))
  const offered = [...first, ...others, ...last]
  const isSettled = q === typed && !search.isFetching
  const mayBeMisspelled =
    enabled && isSettled && search.error === null && offered.length === 0 && /\p{L}/u.test(q)
  const similar = useQuery({ ...similarPeopleQuery(q), enabled: mayBeMisspelled })
  const meant = (mayBeMisspelled ? (similar.data?.items ?? []) : [])
    .filter(({ agentUuid }) => newColleagues || agentUuid !== null)
    .map((each) => optionOf(each, t))
  const fitting = [...offered, ...meant]
  const ordered = binding
    ? [
        ...fitting.filter(({ ext }) => ext === null),
        ...fitting
          .filter(({ ext }) => ext !== null)
          .map((option) => ({ ...option, hint: `${t('people.state.number')} · ${option.hint}` })),
      ]
    : fitting
  return {
    q,
    options: ordered,
    /** Count of further people of the directory whom the text fits. */
    more: isSearched && isSettled ? (search.data?.total ?? 0) - (search.data?.items.length ?? 0) : 0,
    /** True while more options may arrive. */
    isPending: enabled && (!isSettled || similar.isFetching),
    /** Why the directory could not be searched: the people whom the text fits are then unknown. */
    error: isSearched ? search.error : null,
  }
}

/** Renders an agent in a list of options. */
export function PersonOptionText({
  option: { label, hint, isNewColleague, kind },
}: {
  option: PersonOption
}) {
  const t = useT()
  const below = [isNewColleague ? noAccountText(t, kind) : '', hint].filter((part) => part !== '').join(' · ')
  return (
    <Stack gap={0} miw={0} style={{ overflowWrap: 'anywhere' }}>
      <Text inherit>{label}</Text>
      {below !== '' && (
        <Text fz="xs" c="dimmed">
          {below}
        </Text>
      )}
    </Stack>
  )
}
