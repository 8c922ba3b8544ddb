import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ExtensionWithPeople } from '#contract/extensions.ts'
import { suggestions as suggestionsEndpoint } from '#contract/suggestions.ts'
import { hasCode } from '../../api/api-error.ts'
import { read } from '../../api/endpoint-queries.ts'
import { useRecentPeople } from '../../entities/person/recent-people.ts'
import { loadSharedMessages, translator } from '../../i18n/catalogue.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { jobsQuery } from '../../entities/job/queries.ts'
import { isOpenTo, routes } from '../routes.tsx'
import { paths } from '../../lib/paths.ts'
import { readId } from '../../lib/typed.ts'
import { useLimit } from '../../entities/session/limit.tsx'
import { useSession } from '../../entities/session/SessionContext.tsx'
import type { Option, PaletteContext } from './palette-context.ts'
import { personSearchQuery, knownPeopleQuery, similarPeopleQuery } from '../../entities/person/queries.ts'
import { extensionQuery } from '../../entities/extension/queries.ts'
import { knownLabelsQuery } from '../../entities/label/queries.ts'
import { poolsQuery } from '../../entities/pool/queries.ts'
import { usersQuery } from '../../entities/user/queries.ts'
import { optionsFor } from './options.ts'
import { typedNumbers } from './number-options.ts'
import { useNow } from '../../ui/text/clock.ts'
import { recentCommands } from './recent-commands.ts'

const restMs = 200
/** Operation 12 accepts texts up to this length. */
const longestSuggestionText = 128
const maxSuggestions = 6

/** Operation 12. The palette shows a failure, so a toast would repeat it. */
const suggestionsQuery = (q: string) =>
  read(suggestionsEndpoint, { query: { q } }, { enabled: q !== '', staleTime: 30_000, meta: { quiet: true } })

/** Returns the jobs, pools, labels and users that this user may see, once something is typed. */
function useNamed(isNeeded: boolean) {
  const { permissions } = useSession()
  const enabled = isNeeded && permissions.includes('extension.read')
  const meta = { quiet: true }
  const jobs = useQuery({
    ...jobsQuery({ page: 1, pageSize: 50 }),
    enabled,
    refetchInterval: false,
    meta,
  })
  const pools = useQuery({ ...poolsQuery(), enabled, meta })
  const numberLabels = useQuery({ ...knownLabelsQuery('extension'), enabled, meta })
  const users = useQuery({
    ...usersQuery(),
    enabled: isNeeded && permissions.includes('user.manage'),
    meta,
  })
  return {
    things: {
      job: (jobs.data?.items ?? []).map(({ id, name }) => ({ name, to: paths.job(id) })),
      pool: (pools.data?.items ?? []).map(({ id, name }) => ({ name, to: paths.numbers({ pool: id }) })),
      label: (numberLabels.data?.items ?? []).map(({ label }) => ({
        name: label,
        to: paths.numbers({ label }),
      })),
      user: (users.data?.items ?? []).map(({ name, email }) => ({ name, to: paths.users({ q: email }) })),
    },
    pending: [jobs, pools, numberLabels, users].some(({ isLoading }) => isLoading),
  }
}

interface Answer {
  options: Option[]
  /** Why there are no suggestions from the service. */
  error: Error | null
  pending: boolean
}

/** Returns what the service shows of a number; `null` until it has answered. */
function numberOf(
  ext: string,
  data: ExtensionWithPeople | undefined,
  error: Error | null,
): PaletteContext['number'] {
  const department = data?.holder?.department ?? null
  if (data !== undefined) return { ext, state: data.state, holder: data.extension.agentName, department }
  return hasCode(error, 'extension-not-found') ? { ext, state: null, holder: null, department } : null
}

/**
 * Returns the palette's options for `text`. Requests the service's suggestions for `searchText` once the user pauses typing, and
 * the people with similar names when nothing fits.
 */
export function useOptions(text: string, searchText: string): Answer {
  const { t, language } = useLanguage()
  const session = useSession()
  const { permissions } = session
  const limit = useLimit()
  const recentPeople = useRecentPeople()
  const now = useNow()
  const [recent] = useState(recentCommands)
  const query = readId(text)
  const [debounced] = useDebouncedValue(readId(searchText), restMs)
  // Rows of an earlier text would be chosen by mistake.
  const isSearched = debounced === query
  const searched = debounced.length <= longestSuggestionText ? debounced : ''
  const suggestions = useQuery(suggestionsQuery(searched))
  const directory = useQuery({
    ...personSearchQuery(searched),
    enabled: searched !== '',
    meta: { quiet: true },
  })
  const matches =
    searched === '' || !isSearched || directory.isPlaceholderData ? [] : (directory.data?.items ?? [])
  const [ext = null, ...further] = typedNumbers(query)
  const isOneNumber = ext !== null && further.length === 0
  const number = useQuery({
    ...extensionQuery(ext ?? ''),
    enabled: isOneNumber && isSearched && permissions.includes('extension.read'),
    meta: { quiet: true },
  })
  const recentInDirectory = useQuery(knownPeopleQuery(recentPeople.map(({ uuid }) => uuid).toSorted()))
  const otherLanguage = language === 'zh' ? 'en' : 'zh'
  const named = useNamed(searched !== '')
  const otherMessages = useQuery({
    queryKey: ['messages', otherLanguage],
    queryFn: () => loadSharedMessages(otherLanguage),
    staleTime: Infinity,
    meta: { quiet: true },
  }).data
  const otherT = otherMessages === undefined ? t : translator(otherLanguage, otherMessages)
  const pages = routes.flatMap((route) => {
    const { path, title } = route
    return isOpenTo(session, route) && title !== undefined && !path.includes(':')
      ? [{ path, title: t(title), otherTitle: otherT(title) }]
      : []
  })
  const context: PaletteContext = {
    t,
    language,
    now,
    isAllowed: (permission) => permissions.includes(permission),
    limit,
    pages,
    recentPeople,
    recentInDirectory: recentInDirectory.data?.items ?? [],
    matches,
    totalMatches: matches.length === 0 ? 0 : (directory.data?.total ?? 0),
    named: named.things,
    suggestions:
      searched === '' || !isSearched
        ? []
        : (suggestions.data?.items ?? []).slice(0, maxSuggestions).map(({ key }) => key),
    number: ext !== null && isOneNumber && isSearched ? numberOf(ext, number.data, number.error) : null,
    recent,
  }
  const options = optionsFor(text, context)
  const isWaiting =
    (query !== '' && !isSearched) ||
    named.pending ||
    [suggestions, directory, number].some(({ isFetching }) => isFetching)
  const mayBeMisspelled = options.length === 0 && !isWaiting && /\p{L}/u.test(searched)
  const similar = useQuery({ ...similarPeopleQuery(searched), enabled: mayBeMisspelled })
  return {
    options: mayBeMisspelled
      ? optionsFor(text, { ...context, matches: similar.data?.items ?? [], totalMatches: 0 })
      : options,
    error: searched === '' ? null : suggestions.error,
    pending: (isWaiting || similar.isFetching) && query.length <= longestSuggestionText,
  }
}
