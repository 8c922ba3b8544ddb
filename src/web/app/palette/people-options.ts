import type { Person } from '#contract/people.ts'
import { isSameAgent } from '#contract/text.ts'
import { namesakeHints, noAccountText, personTitle } from '../../entities/person/person-text.ts'
import { paths } from '../../lib/paths.ts'
import { canReserve, typedNumbers } from './number-options.ts'
import type { Option, PaletteContext } from './palette-context.ts'
import { rank } from './rank.ts'

const maxRecent = 5
const maxListed = 8
/** Beyond, the rows to reserve for each would hide the others. */
const maxReserving = 4

type PersonMatch = {
  id: string
  isNewColleague: boolean
  name: string
  hints: string
  department: string | null
}

function personOf(person: Person, { t }: PaletteContext): PersonMatch {
  const isNewColleague = person.agentUuid === null
  const hints = [
    ...namesakeHints(person, t),
    ...(isNewColleague ? [noAccountText(t, person.kind)] : []),
  ].join(' · ')
  const { department } = person
  return { id: person.agentUuid ?? person.id, isNewColleague, name: personTitle(person), hints, department }
}

/** Returns the people that a text can mean: recently opened people, then the directory's results. */
function rankPeople(query: string, context: PaletteContext): PersonMatch[] {
  const { recentPeople, recentInDirectory, matches } = context
  const opened = recentPeople
    .map(({ uuid, name }) => {
      const isThis = ({ agentUuid }: Person) => isSameAgent(agentUuid, uuid)
      const inDirectory = matches.find(isThis) ?? recentInDirectory.find(isThis)
      const unlisted = {
        id: uuid,
        isNewColleague: false,
        name: name ?? uuid,
        hints: name === null ? '' : uuid,
        department: null,
      }
      const score = Math.max(rank(query, name ?? '', uuid), matches.some(isThis) ? 1 : 0)
      return { person: inDirectory === undefined ? unlisted : personOf(inDirectory, context), score }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxRecent)
    .map(({ person }) => person)
  const listed = matches
    .map((person) => personOf(person, context))
    .filter(({ id }) => !opened.some((person) => isSameAgent(person.id, id)))
  return [...opened, ...listed].slice(0, maxListed)
}

const openOption = ({ id, name, hints }: PersonMatch, { t }: PaletteContext): Option => ({
  group: 'people',
  label: t('search.agent', { text: name }),
  ...(hints === '' ? {} : { note: hints }),
  action: { to: paths.person(id) },
  recall: id,
})

/** Returns the pages of the people that a text can mean, and *Reserve a number* for each when they are few. */
export function personOptions(query: string, context: PaletteContext): Option[] {
  const people = rankPeople(query, context)
  // A typed number is about that number.
  const isNumber = typedNumbers(query).length > 0
  const isOffered = canReserve(context) && !isNumber && people.length <= maxReserving
  const reserving = isOffered ? people.filter((person) => context.limit.includesPerson(person)) : []
  const listedCount = context.matches.filter(({ id, agentUuid }) =>
    people.some((person) => isSameAgent(person.id, agentUuid ?? id)),
  ).length
  const count = context.totalMatches - listedCount
  return [
    ...people.map((person) => openOption(person, context)),
    ...(count > 0
      ? [
          {
            group: 'people' as const,
            label: context.t('palette.people.more', { count }),
            action: { to: paths.people({ q: query }) },
          },
        ]
      : []),
    ...reserving.map(({ id, isNewColleague, name, hints }): Option => ({
      group: 'do',
      label: context.t('palette.reserve.any', { agent: [name, hints].filter(Boolean).join(' · ') }),
      note: context.t('palette.reserve.any.note'),
      action: { reserve: { person: { id, isNewColleague, name } } },
    })),
  ]
}

/** Returns the option that opens the bulk reservation with a pasted list, which is read there; none for fewer than two. */
export function listOptions(query: string, context: PaletteContext): Option[] {
  const lines = query.split(/[\r\n\t,，、;；]+/).filter((line) => /\p{L}/u.test(line))
  if (lines.length < 2 || !canReserve(context)) return []
  return [
    {
      group: 'do',
      label: context.t('palette.reserve.list'),
      note: context.t('palette.reserve.list.note'),
      // The palette's field writes pasted lines with semicolons between.
      action: { to: paths.reserveBatch(), agents: query.split(/;\s*/).join('\n') },
    },
  ]
}
