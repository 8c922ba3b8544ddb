import type { Translate } from '../../i18n/catalogue.ts'
import { paths } from '../../lib/paths.ts'
import { readId } from '../../lib/typed.ts'
import { destinationOf, destinationsFor } from './destinations.ts'
import { canReserve, numberOptions, typedNumbers, rangeOptions } from './number-options.ts'
import { commands, optionKey, type Command, type Option, type PaletteContext } from './palette-context.ts'
import { listOptions, personOptions } from './people-options.ts'
import { simplify, rank } from './rank.ts'

/** Search words for each command, in addition to its name. */
const commandWords: Record<Command, string> = {
  language: 'language english 中文 语言 切换',
  light: 'light theme colours 浅色 主题',
  dark: 'dark theme colours night 深色 夜间 主题',
  auto: 'system theme colours 跟随系统 主题',
  shortcuts: 'keyboard shortcuts keys help 快捷键 帮助',
  'sign-out': 'sign out log out exit quit 退出 登出 注销',
}
/** Search words for reserving, in addition to its name. */
const reserveWords = 'reserve hold 预留 保留'
const maxPages = 6
/** Rows of each kind that has a name: jobs, pools, labels, users. */
const maxNamed = 4
const requestIdShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface Ranked {
  score: number
  option: Option
}
const bestOf = (ranked: readonly Ranked[], most: number): Option[] =>
  ranked
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ option }) => option)

function pageOptions(query: string, { pages, t }: PaletteContext): Option[] {
  const ranked = pages.map(({ path, title, otherTitle }) => ({
    score: path === query ? 9 : rank(query, title, otherTitle, path.replaceAll(/[/-]/g, ' ')),
    option: {
      group: 'go' as const,
      label: t('search.page', { page: title }),
      action: { to: path },
      recall: path,
    },
  }))
  return bestOf(ranked, maxPages)
}

const commandOption = (command: Command, t: Translate): Option => ({
  group: 'do',
  label: t(`palette.command.${command}`),
  action: { command },
  recall: `> ${command}`,
})

function commandOptions(query: string, { t }: PaletteContext): Option[] {
  const ranked = commands.map((command) => ({
    score: rank(query, t(`palette.command.${command}`), commandWords[command]),
    option: commandOption(command, t),
  }))
  return bestOf(ranked, commands.length)
}

/** Offers the dialog that reserves a number for someone yet to be chosen. */
function reserveOption(query: string, context: PaletteContext): Option[] {
  const label = context.t('person.reserve')
  if (!canReserve(context) || rank(query, label, reserveWords) === 0) return []
  return [{ group: 'do', label, action: { reserve: {} }, recall: label }]
}

/** Returns the jobs, pools, labels and users whose names match. */
function namedOptions(query: string, { named, t }: PaletteContext): Option[] {
  return (['job', 'pool', 'label', 'user'] as const).flatMap((kind) =>
    bestOf(
      named[kind].map(({ name, to }) => ({
        score: rank(query, name),
        option: { group: 'go' as const, label: t(`palette.${kind}`, { name }), action: { to } },
      })),
      maxNamed,
    ),
  )
}

/** A number or UUID opens its page; any other text opens the list of matching people. */
function suggestionOption(key: string, t: Translate): Option {
  const to = destinationOf(key)
  const option = { group: 'suggestions', label: key } as const
  return to === null
    ? { ...option, note: t('palette.suggestion.note'), action: { to: paths.people({ q: key }) } }
    : { ...option, action: { to } }
}

const isSame = (a: Option, b: Option) => JSON.stringify(a.action) === JSON.stringify(b.action)

/** Keeps the first of the options that are alike. */
const withoutDuplicates = (areAlike: typeof isSame, options: readonly Option[]): Option[] =>
  options.filter((option, index) => options.findIndex((each) => areAlike(each, option)) === index)

/** Returns the recent choices that this role may still make. */
function recentOptions(context: PaletteContext): Option[] {
  return context.recent.flatMap((recalled) => {
    const command = commands.find((each) => recalled === `> ${each}`)
    const again =
      command === undefined
        ? optionsOf(recalled, context).find(({ recall }) => recall === recalled)
        : commandOption(command, context.t)
    return again === undefined ? [] : [{ ...again, group: 'recent' as const }]
  })
}

function auditOptions(query: string, { t, isAllowed }: PaletteContext): Option[] {
  if (!requestIdShape.test(query) || !isAllowed('audit.read')) return []
  const label = t('palette.audit.request', { id: query })
  return [{ group: 'do', label, action: { to: paths.audit({ requestId: query }) } }]
}

/** Lists of numbers have their own group: among the pages, they would come before what can be done with a typed number. */
const placeGroups = { extension: 'go', idle: 'numbers', agent: 'people', numbers: 'numbers' } as const

function optionsOf(query: string, context: PaletteContext): Option[] {
  const { t } = context
  const numbers = typedNumbers(query)
  const [first] = numbers
  const places = destinationsFor(query).map(({ kind, text, to }): Option => ({
    group: placeGroups[kind],
    label: t(`search.${kind}`, { text }),
    action: { to },
    ...(kind === 'idle' ? {} : { recall: text }),
  }))
  const options = [
    ...(numbers.length === 1 && first !== undefined ? numberOptions(first, context) : []),
    ...(numbers.length > 1 ? rangeOptions(query, numbers, context) : []),
    ...places,
    ...listOptions(query, context),
    ...reserveOption(query, context),
    ...pageOptions(query, context),
    ...commandOptions(query, context),
    ...personOptions(query, context),
    ...namedOptions(query, context),
    ...auditOptions(query, context),
  ]
  const names = new Set(context.matches.map(({ name }) => name))
  const suggested = context.suggestions
    .filter((key) => !names.has(key))
    .map((key) => suggestionOption(key, t))
    .filter((option) => !options.some((each) => isSame(each, option)))
  return [
    ...withoutDuplicates(isSame, options),
    ...withoutDuplicates((a, b) => optionKey(a) === optionKey(b), suggested),
  ]
}

/** Returns the options for a typed text, likeliest first. Without text: recent choices and recent people, then the pages. */
export function optionsFor(query: string, context: PaletteContext): Option[] {
  if (simplify(query) !== '') return optionsOf(readId(query), context)
  const recent = recentOptions(context)
  const people = context.recentPeople
    .slice(0, 3)
    .flatMap(({ uuid }) => personOptions(uuid, context).slice(0, 1))
    .filter((option) => !recent.some((each) => isSame(each, option)))
  const pages = context.pages.flatMap(({ path }) => pageOptions(path, context).slice(0, 1))
  return [...recent, ...people, ...pages.filter((option) => !recent.some((each) => isSame(each, option)))]
}
