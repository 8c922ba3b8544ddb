import type { Permission } from '#contract/access.ts'
import type { DirectoryAgent } from '#contract/agents.ts'
import { isSameAgent } from '#contract/text.ts'
import { readNumbers } from '../../entities/extension/number-ranges.ts'
import { paths } from '../../lib/paths.ts'
import { linesOf, namesIn } from '../../entities/agent/agent-list.ts'
import { agentHints, agentTitle } from '../../entities/agent/agent-text.ts'
import { agentUuidShape } from './destinations.ts'
import type { Option, PaletteContext } from './palette-context.ts'
import { lastPeriod, periodText, type PeriodUnit } from '../../entities/history/periods.ts'
import { rank } from './rank.ts'
import { readSentence, type Sentence } from './verbs.ts'

/** Some mail programs break the URL of a longer list. */
const longestList = 1_500
const maxJobs = 5
const maxPools = 8
const maxAgents = 4
const requestIdShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Parts = Omit<Option, 'group'>

/** Returns the option, refused with a reason when the role lacks the permission. */
const asAllowed = (permission: Permission, { allowed, t }: PaletteContext, parts: Parts): Option => ({
  group: 'do',
  ...parts,
  ...(allowed(permission) ? {} : { refused: t('palette.refused') }),
})

interface Meant {
  /** A UUID, or a joiner's ID. */
  id: string
  isJoiner: boolean
  name: string
}

/** Returns the agents and joiners that a name or UUID can mean: recently opened agents, then results from the directory. */
function agentsMeant(said: string, { agents, known, found, t }: PaletteContext): Meant[] {
  if (agentUuidShape.test(said)) return [{ id: said, isJoiner: false, name: said }]
  const meant = (agent: DirectoryAgent): Meant => {
    const isJoiner = agent.agentUuid === null
    const words = [agentTitle(agent), ...agentHints(agent), ...(isJoiner ? [t('agents.joiner')] : [])]
    return { id: agent.agentUuid ?? agent.id, isJoiner, name: words.join(' · ') }
  }
  const opened = agents
    .map(({ uuid, name }) => {
      const isThis = ({ agentUuid }: DirectoryAgent) => isSameAgent(agentUuid, uuid)
      const agent = found.find(isThis) ?? known.find(isThis)
      return {
        ...(agent === undefined ? { id: uuid, isJoiner: false, name: name ?? uuid } : meant(agent)),
        score: Math.max(rank(said, name ?? '', uuid), found.some(isThis) ? 1 : 0),
      }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  const listed = found
    .filter(({ agentUuid }) => !opened.some(({ id }) => isSameAgent(id, agentUuid)))
    .map(meant)
  return [...opened, ...listed].slice(0, maxAgents)
}

/** `8001`, or `8001–8050` for the first and last of several numbers. */
function inShort(numbers: readonly string[]): string {
  const [first = ''] = numbers
  return numbers.length === 1 ? first : `${first}–${numbers.at(-1) ?? ''}`
}

function creation({ about, agent }: Sentence, context: PaletteContext): Option[] {
  const { t } = context
  const { numbers } = readNumbers(about)
  const [ext] = numbers
  if (ext === undefined || about.length > longestList) return []
  const recall = agent === '' ? { recall: `create ${about}` } : {}
  if (numbers.length > 1)
    return [
      asAllowed('job.run', context, {
        label: t('palette.create.many', { count: numbers.length, numbers: inShort(numbers) }),
        note: t('palette.create.many.note'),
        action: { to: paths.newJob({ numbers: about }) },
        ...recall,
      }),
    ]
  if (agent === '')
    return [
      asAllowed('extension.create', context, {
        label: t('palette.create.one', { ext }),
        note: t('palette.create.one.note'),
        action: { to: paths.newExtension({ ext }) },
        ...recall,
      }),
    ]
  // The service creates extensions only for its own agents, not for joiners.
  const bindable = agentsMeant(agent, context).filter(({ isJoiner }) => !isJoiner)
  return bindable.map(({ id, name }) =>
    asAllowed('extension.create', context, {
      label: t('palette.create.for', { ext, agent: name }),
      note: t('palette.create.one.note'),
      action: { to: paths.newExtension({ ext, agentID: id, agentType: '1' }) },
      recall: `create ${ext} for ${id}`,
    }),
  )
}

/** Matches numbers without words. */
const bare = /^[\d\s,，、;；~～–—至到-]+$/u

/** Returns the single number that a text may reserve or create, and whose state decides which; `null` without one. */
export function numberIn(typed: string): string | null {
  const sentence = readSentence(typed)
  if (sentence === null ? !bare.test(typed) : sentence.verb !== 'reserve') return null
  const [ext = null, ...others] = readNumbers(sentence?.about ?? typed).numbers
  return others.length === 0 ? ext : null
}

/** Returns why the number cannot be reserved; `undefined` when it is free. */
function whyNotFree({ number, t }: PaletteContext): string | undefined {
  if (number === null || number.state === 'free') return undefined
  if (number.state === null) return t('palette.reserve.absent')
  return t('palette.reserve.notFree', { state: t(`inventory.state.${number.state}`) })
}

/** Returns the lines of a list that can name agents; empty for fewer than two with letters. */
function peopleIn(list: string): string[] {
  const people = linesOf(list).filter((line) => namesIn(line).length > 0)
  return people.filter((line) => /\p{L}/u.test(line)).length > 1 ? people : []
}

/** Returns the option that opens the bulk reservation with a list of agents, and with numbers if the text has some. */
function reservationOfList(list: string, numbers: string, { t, pages }: PaletteContext): Option[] {
  const people = peopleIn(list)
  if (people.length === 0 || !pages.some(({ path }) => path === paths.reserve())) return []
  return [
    {
      group: 'do',
      label: t('palette.reserve.list', { count: people.length }),
      note: t('palette.reserve.list.note'),
      action: { to: paths.reserveBatch(numbers === '' ? {} : { numbers }), agents: linesOf(list).join('\n') },
    },
  ]
}

function reservation({ about, agent }: Sentence, context: PaletteContext): Option[] {
  const { t, pages, number } = context
  const { numbers } = readNumbers(about)
  const [ext] = numbers
  if (about.length > longestList || !pages.some(({ path }) => path === paths.reserve())) return []
  const list = reservationOfList(agent, ext === undefined ? '' : about, context)
  if (list.length > 0) return list
  const pathTo = (numbersGiven: string | undefined, who: Meant | null) =>
    paths.reserve({ numbers: numbersGiven, [who?.isJoiner === true ? 'joiner' : 'agentUuid']: who?.id })
  if (ext === undefined)
    return agentsMeant(agent, context).map((who) => ({
      group: 'do',
      label: t('palette.reserve.any', { agent: who.name }),
      note: t('palette.reserve.any.note'),
      action: { to: pathTo(undefined, who) },
      // A joiner's ID stops working once the service lists the agent.
      ...(who.isJoiner ? {} : { recall: `reserve for ${who.id}` }),
    }))
  // Several numbers go to several agents, so one name cannot apply to all.
  const several = numbers.length > 1
  if (!several && number?.ext !== ext) return []
  const refused = several ? undefined : whyNotFree(context)
  const meant: (Meant | null)[] = several ? [] : agentsMeant(agent, context)
  return (meant.length === 0 ? [null] : meant).map((who) => ({
    group: 'do' as const,
    label:
      who === null
        ? t('palette.reserve', { numbers: inShort(numbers) })
        : t('palette.reserve.for', { numbers: inShort(numbers), agent: who.name }),
    note: t(
      several
        ? 'palette.reserve.several'
        : agent !== '' && who === null
          ? 'palette.reserve.unknown'
          : 'palette.reserve.note',
    ),
    // Pass the text as typed: a range written out as single numbers would be cut.
    action: { to: pathTo(several ? about : ext, who) },
    // A number is no longer free once the command has served.
    ...(several ? { recall: `reserve ${about}` } : {}),
    ...(refused === undefined ? {} : { refused }),
  }))
}

function holder(sentence: Sentence, context: PaletteContext): Option[] {
  const { about } = sentence
  const { t } = context
  if (unitIn(about) !== null) return history(sentence, context)
  const { numbers } = readNumbers(about)
  return numbers.slice(0, 3).map((ext) => ({
    group: 'do',
    label: t('palette.who', { ext }),
    note: t('palette.who.note'),
    action: { to: paths.extension(ext) },
    recall: `who has ${ext}`,
  }))
}

/** The words for the period before the current one. The first is used to recall a sentence. */
const periodWords: readonly [unit: PeriodUnit, recalled: string, words: RegExp][] = [
  ['month', 'last month', /last month|上个?月/i],
  ['week', 'last week', /last week|上个?(?:周|星期|礼拜)/i],
  ['day', 'yesterday', /yesterday|昨天/i],
]
const unitIn = (about: string) => periodWords.find(([, , words]) => words.test(about)) ?? null

/** Returns the options for a number's history, limited to last month, last week or yesterday if the text says so. */
function history({ about }: Sentence, { t, now, language: spoken }: PaletteContext): Option[] {
  const [unit = null, recalled = ''] = unitIn(about) ?? []
  const period = unit === null ? null : lastPeriod(unit, now)
  return readNumbers(about)
    .numbers.slice(0, 3)
    .map((ext) => ({
      group: 'do',
      label:
        period === null
          ? t('palette.history', { ext })
          : t('palette.history.period', { ext, period: periodText(period, spoken) }),
      note: t('palette.history.note'),
      action: { to: paths.extensionHistory(ext, period === null ? {} : { period }) },
      recall: `history ${ext} ${recalled}`.trim(),
    }))
}

function language({ about }: Sentence, { t }: PaletteContext): Option[] {
  const [ext] = readNumbers(about).numbers
  if (ext === undefined) return []
  return [
    {
      group: 'do',
      label: t('palette.language', { ext }),
      action: { to: paths.extensionLanguage(ext) },
      recall: `${ext} language`,
    },
  ]
}

function audit({ about }: Sentence, context: PaletteContext): Option[] {
  if (about === '') return []
  const { t } = context
  const entry = (label: string, action: Option['action']) =>
    asAllowed('audit.read', context, { label, action, recall: `audit ${about}` })
  if (requestIdShape.test(about))
    return [entry(t('palette.audit.request', { id: about }), { to: paths.audit({ requestId: about }) })]
  const object = entry(t('palette.audit.object', { object: about }), { to: paths.audit({ object: about }) })
  if (/^\d+$/.test(about)) return [object]
  return [entry(t('palette.audit.actor', { actor: about }), { to: paths.audit({ actor: about }) }), object]
}

function job({ about }: Sentence, { t, jobs }: PaletteContext): Option[] {
  if (about === '') return []
  return jobs
    .filter(({ id, name }) => id === about || rank(about, name) > 0)
    .slice(0, maxJobs)
    .map(({ id, name }) => ({
      group: 'do',
      label: t('palette.job', { name }),
      action: { to: paths.job(id) },
      recall: `job ${id}`,
    }))
}

/** Returns all pools, or the pools that a typed name can mean. */
function pool({ about }: Sentence, { t, pools }: PaletteContext): Option[] {
  return pools
    .filter(({ id, name }) => about === '' || id === about || rank(about, name) > 0)
    .slice(0, maxPools)
    .map(({ id, name }) => ({
      group: 'do',
      label: t('palette.pool', { name }),
      action: { to: paths.numbers({ pool: id }) },
      recall: `pool ${id}`,
    }))
}

const readers = {
  create: creation,
  who: holder,
  history,
  language,
  reserve: reservation,
  audit,
  job,
  pool,
}

/** Returns the options for numbers without a verb: reserve or create them; for a single number, also show its language. */
function bareNumbers(typed: string, context: PaletteContext): Option[] {
  if (!bare.test(typed)) return []
  const { numbers } = readNumbers(typed)
  const sentence = (verb: Sentence['verb']): Sentence => ({ verb, about: typed, agent: '' })
  const asks = numbers.length === 1 ? language(sentence('language'), context) : []
  return [
    ...asks,
    ...reservation(sentence('reserve'), context),
    ...creation(sentence('create'), context),
  ].filter(({ refused }) => refused === undefined)
}

/** Returns the options for a sentence like `create 8001-8050` or `8012 语言`: each opens the usual page, prefilled. */
export function sentenceOptions(typed: string, context: PaletteContext): Option[] {
  const sentence = readSentence(typed)
  if (sentence !== null) return readers[sentence.verb](sentence, context)
  return [...bareNumbers(typed, context), ...reservationOfList(typed, '', context)]
}
