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

type FoundPerson = {
  id: string
  isNewColleague: boolean
  name: string
  hints: string
  department: string | null
}

function personOf(agent: Person, { t }: PaletteContext): FoundPerson {
  const isNewColleague = agent.agentUuid === null
  const hints = [...namesakeHints(agent, t), ...(isNewColleague ? [noAccountText(t, agent.kind)] : [])].join(
    ' · ',
  )
  const { department } = agent
  return { id: agent.agentUuid ?? agent.id, isNewColleague, name: personTitle(agent), hints, department }
}

/** Returns the people that a text can mean: recently opened agents, then the directory's results. */
function peopleMeant(typed: string, context: PaletteContext): FoundPerson[] {
  const { agents, known, found } = context
  const opened = agents
    .map(({ uuid, name }) => {
      const isThis = ({ agentUuid }: Person) => isSameAgent(agentUuid, uuid)
      const agent = found.find(isThis) ?? known.find(isThis)
      const unlisted = {
        id: uuid,
        isNewColleague: false,
        name: name ?? uuid,
        hints: name === null ? '' : uuid,
        department: null,
      }
      const score = Math.max(rank(typed, name ?? '', uuid), found.some(isThis) ? 1 : 0)
      return { person: agent === undefined ? unlisted : personOf(agent, context), score }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxRecent)
    .map(({ person }) => person)
  const listed = found
    .map((agent) => personOf(agent, context))
    .filter(({ id }) => !opened.some((person) => isSameAgent(person.id, id)))
  return [...opened, ...listed].slice(0, maxListed)
}

const openOption = ({ id, name, hints }: FoundPerson, { t }: PaletteContext): Option => ({
  group: 'agents',
  label: t('search.agent', { text: name }),
  ...(hints === '' ? {} : { note: hints }),
  action: { to: paths.person(id) },
  recall: id,
})

/** Returns the pages of the people that a text can mean, and *Reserve a number* for each when they are few. */
export function personOptions(typed: string, context: PaletteContext): Option[] {
  const people = peopleMeant(typed, context)
  // A typed number is about that number.
  const isNumber = typedNumbers(typed).length > 0
  const isOffered = canReserve(context) && !isNumber && people.length <= maxReserving
  const reserving = isOffered ? people.filter((person) => context.limit.includesPerson(person)) : []
  const shown = context.found.filter(({ id, agentUuid }) =>
    people.some((person) => isSameAgent(person.id, agentUuid ?? id)),
  ).length
  const count = context.foundTotal - shown
  return [
    ...people.map((person) => openOption(person, context)),
    ...(count > 0
      ? [
          {
            group: 'agents' as const,
            label: context.t('palette.people.more', { count }),
            action: { to: paths.people({ q: typed }) },
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
export function listOptions(typed: string, context: PaletteContext): Option[] {
  const lines = typed.split(/[\r\n\t,，、;；]+/).filter((line) => /\p{L}/u.test(line))
  if (lines.length < 2 || !canReserve(context)) return []
  return [
    {
      group: 'do',
      label: context.t('palette.reserve.list'),
      note: context.t('palette.reserve.list.note'),
      // The palette's field writes pasted lines with semicolons between.
      action: { to: paths.reserveBatch(), agents: typed.split(/;\s*/).join('\n') },
    },
  ]
}
