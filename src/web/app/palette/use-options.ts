import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listInventory } from '#contract/inventory.ts'
import { suggestions as suggestionsEndpoint } from '#contract/suggestions.ts'
import { call } from '../../api/call.ts'
import { useRecentAgents } from '../../entities/agent/recent-agents.ts'
import { loadMessages, translator } from '../../i18n/catalogue.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { jobsQuery } from '../../entities/job/queries.ts'
import { isOpenTo, routes } from '../routes.tsx'
import { readId } from '../../lib/typed.ts'
import { useSession } from '../../entities/session/SessionContext.tsx'
import type { Option } from './palette-context.ts'
import { agentSearch, knownAgents } from '../../entities/agent/queries.ts'
import { poolsQuery } from '../../entities/pool/queries.ts'
import { optionsFor } from './options.ts'
import { numberIn } from './sentence-options.ts'
import { useNow } from '../../ui/text/clock.ts'
import { recentCommands } from './recent-commands.ts'
import { readSentence } from './verbs.ts'

const restMs = 200
/** Operation 12 accepts texts up to this length. */
const longestSuggestionText = 128
const maxSuggestions = 6

/** Operation 12. The palette shows a failure, so a toast would repeat it. */
const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['suggestions', 'list', { q }],
    queryFn: ({ signal }) => call(suggestionsEndpoint, { query: { q }, signal }),
    enabled: q !== '',
    staleTime: 30_000,
    meta: { quiet: true },
  })

/** One number's state in the inventory, `null` when the inventory does not have it. */
const stateQuery = (number: string) =>
  queryOptions({
    queryKey: ['inventory', 'state', number],
    queryFn: async ({ signal }) => {
      const { items } = await call(listInventory, { query: { search: number, pageSize: 1 }, signal })
      const [first] = items
      return { ext: number, state: first?.ext === number ? first.state : null }
    },
    staleTime: 5_000,
    meta: { quiet: true },
  })

interface Answer {
  options: Option[]
  /** Why there are no suggestions from the service. */
  error: Error | null
  pending: boolean
}

/** Returns the palette's options for `text`. Requests the service's suggestions for `searchText` once the user pauses typing. */
export function useOptions(text: string, searchText: string): Answer {
  const { t, language } = useLanguage()
  const session = useSession()
  const { user, permissions } = session
  const agents = useRecentAgents()
  const now = useNow()
  const [recent] = useState(() => recentCommands(user.id))
  const typed = readId(text)
  const [debounced] = useDebouncedValue(readId(searchText), restMs)
  const sentence = readSentence(typed)
  // Rows of an earlier text would be chosen by mistake.
  const isSearched = debounced === typed
  const suggestionText = sentence === null && debounced.length <= longestSuggestionText ? debounced : ''
  const suggestions = useQuery(suggestionsQuery(suggestionText))
  const person = sentence === null ? suggestionText : readSentence(debounced)?.agent || ''
  const directory = useQuery({ ...agentSearch(person), enabled: person !== '', meta: { quiet: true } })
  const found =
    person === '' || !isSearched || directory.isPlaceholderData ? [] : (directory.data?.items ?? [])
  const ext = numberIn(typed)
  const number = useQuery({
    ...stateQuery(ext ?? ''),
    enabled: ext !== null && isSearched && permissions.includes('extension.read'),
  })
  const known = useQuery(knownAgents(agents.map(({ uuid }) => uuid).toSorted()))
  const other = language === 'zh' ? 'en' : 'zh'
  const jobs = useQuery({
    ...jobsQuery({ page: 1, pageSize: 50 }),
    enabled: sentence?.verb === 'job' && permissions.includes('extension.read'),
    refetchInterval: false,
    meta: { quiet: true },
  })
  const pools = useQuery({
    ...poolsQuery(),
    enabled: sentence?.verb === 'pool' && permissions.includes('extension.read'),
    meta: { quiet: true },
  })
  const otherMessages = useQuery({
    queryKey: ['messages', other],
    queryFn: () => loadMessages(other),
    staleTime: Infinity,
    meta: { quiet: true },
  }).data
  const otherT = otherMessages === undefined ? t : translator(other, otherMessages)
  const pages = routes.flatMap((route) => {
    const { path, nav, title } = route
    const name = title ?? nav?.label
    return isOpenTo(session, route) && name !== undefined && !path.includes(':')
      ? [{ path, title: t(name), otherTitle: otherT(name) }]
      : []
  })
  const options = optionsFor(text, {
    t,
    language,
    now,
    allowed: (permission) => permissions.includes(permission),
    pages,
    agents,
    known: known.data?.items ?? [],
    found,
    jobs: jobs.data?.items ?? [],
    pools: pools.data?.items ?? [],
    suggestions:
      suggestionText === '' || !isSearched
        ? []
        : (suggestions.data?.items ?? []).slice(0, maxSuggestions).map(({ key }) => key),
    number: ext === null ? null : (number.data ?? null),
    recent,
  })
  const asks = sentence === null ? typed !== '' : sentence.agent !== '' || ext !== null
  const waiting =
    (asks && !isSearched) ||
    [suggestions, directory, number, jobs, pools].some(({ isFetching }) => isFetching)
  return {
    options,
    error: suggestionText === '' ? null : suggestions.error,
    pending: waiting && typed.length <= longestSuggestionText,
  }
}
