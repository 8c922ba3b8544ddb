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

export const optionOf = (person: Person, t: Translate): PersonOption => ({
  id: person.agentUuid ?? person.id,
  isNewColleague: person.agentUuid === null,
  kind: person.kind,
  name: person.name,
  label: personTitle(person),
  ext: person.ext,
  hint: namesakeHints(person, t).join(' · '),
})

/** Returns the option for an agent without further data. */
const optionOfRef = (person: PersonRef): PersonOption => ({
  ...person,
  label: person.name ?? person.id,
  ext: null,
  hint: person.name === null || person.isNewColleague ? '' : person.id,
})
export const optionOfUnknown = (id: string, name: string | null): PersonOption =>
  optionOfRef({ id, isNewColleague: false, name })

const isIn = (people: readonly PersonRef[], { id }: PersonRef): boolean =>
  people.some((each) => isSameAgent(each.id, id))

/**
 * Returns the given agents and the recently opened agents, with current data. An agent that is opened while the options are shown is
 * in `later`: it must not push down the options above it.
 */
function useRecentOptions(given: readonly PersonRef[], enabled: boolean) {
  const t = useT()
  const recent = useRecentPeople()
  const [order] = useState(() => recent.map(({ uuid }) => uuid))
  const opened = recent
    .toSorted((a, b) => order.indexOf(a.uuid) - order.indexOf(b.uuid))
    .map(({ uuid, name }): PersonRef => ({ id: uuid, isNewColleague: false, name }))
  const people = [...given, ...opened].reduce<PersonRef[]>(
    (unique, person) => (isIn(unique, person) ? unique : [...unique, person]),
    [],
  )
  const { data } = useQuery(knownPeopleQuery(enabled ? people.map(({ id }) => id).toSorted() : []))
  const names = new Map(opened.map(({ id, name }) => [id, name]))
  const options = people.map((person) => {
    const entry = data?.items.find((each) => isSameAgent(each.agentUuid ?? each.id, person.id))
    return entry === undefined
      ? optionOfRef({ ...person, name: person.name ?? names.get(person.id) ?? null })
      : optionOf(entry, t)
  })
  const isLater = (option: PersonOption) =>
    !isIn(given, option) && !order.some((uuid) => isSameAgent(uuid, option.id))
  return {
    recent: options.filter((option) => !isLater(option)),
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
  const input = readId(text)
  const [q] = useDebouncedValue(input, restMs)
  const { recent, later } = useRecentOptions(given, enabled)
  const isSearched = enabled && (all || input !== '')
  const search = useQuery({ ...personSearchQuery(q), enabled: isSearched && q === input })
  const matches = (isSearched ? (search.data?.items ?? []) : [])
    .filter(({ agentUuid }) => newColleagues || agentUuid !== null)
    .map((person) => optionOf(person, t))
  const fits = ({ id, label }: PersonOption) => `${id} ${label}`.toLowerCase().includes(input.toLowerCase())
  const first = recent.filter((option) => isIn(matches, option) || fits(option))
  const further = matches.filter((option) => !isIn(first, option))
  const last = later.filter((option) => !isIn(further, option) && fits(option))
  const offered = [...first, ...further, ...last]
  const isSettled = q === input && !search.isFetching
  const mayBeMisspelled =
    enabled && isSettled && search.error === null && offered.length === 0 && /\p{L}/u.test(q)
  const similar = useQuery({ ...similarPeopleQuery(q), enabled: mayBeMisspelled })
  const similarOptions = (mayBeMisspelled ? (similar.data?.items ?? []) : [])
    .filter(({ agentUuid }) => newColleagues || agentUuid !== null)
    .map((each) => optionOf(each, t))
  const fitting = [...offered, ...similarOptions]
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
    moreCount: isSearched && isSettled ? (search.data?.total ?? 0) - (search.data?.items.length ?? 0) : 0,
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
