import type { Permission } from '#contract/access.ts'
import type { DirectoryAgent } from '#contract/agents.ts'
import { isSameAgent } from '#contract/text.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { paths } from '../../lib/paths.ts'
import { readId } from '../../lib/typed.ts'
import { agentHints, agentTitle } from '../../entities/agent/agent-text.ts'
import { destinationOf, destinationsFor } from './destinations.ts'
import {
  commands,
  optionKey,
  type Command,
  type Option,
  type PageEntry,
  type PaletteContext,
} from './palette-context.ts'
import { plain, rank } from './rank.ts'
import { sentenceOptions } from './sentence-options.ts'
import { verbsBeginning, verbs, type Verb } from './verbs.ts'

/** Search words for each command, in addition to its name. */
const commandWords: Record<Command, string> = {
  language: 'language english 中文 语言 切换',
  light: 'light theme colours 浅色 主题',
  dark: 'dark theme colours night 深色 夜间 主题',
  auto: 'system theme colours 跟随系统 主题',
  shortcuts: 'keyboard shortcuts keys help 快捷键 帮助',
  'sign-out': 'sign out log out exit quit 退出 登出 注销',
}
const maxPages = 6
const maxAgents = 5
const maxListed = 8

interface Ranked {
  score: number
  option: Option
}
const best = (ranked: readonly Ranked[], most: number): Option[] =>
  ranked
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ option }) => option)

const pageOption = ({ path, title }: PageEntry, t: Translate): Option => ({
  group: 'go',
  label: t('search.page', { page: title }),
  action: { to: path },
  recall: path,
})

function pageOptions(typed: string, { pages, t }: PaletteContext): Option[] {
  const found = pages.map((page) => ({
    score: Math.max(
      rank(typed, page.title, page.otherTitle, page.path.replaceAll(/[/-]/g, ' ')),
      page.path === typed ? 9 : 0,
    ),
    option: pageOption(page, t),
  }))
  return best(found, maxPages)
}

const commandOption = (command: Command, t: Translate): Option => ({
  group: 'do',
  label: t(`palette.command.${command}`),
  action: { command },
  recall: `> ${command}`,
})

/** Returns recently opened agents, then agents from the directory, with hints that distinguish them. */
function agentOptions(typed: string, { agents, known, found, t }: PaletteContext): Option[] {
  const recent = agents.map(({ uuid, name }) => {
    const isThis = ({ agentUuid }: DirectoryAgent) => isSameAgent(agentUuid, uuid)
    const agent = found.find(isThis) ?? known.find(isThis)
    const note = agent === undefined ? (name === null ? '' : uuid) : agentHints(agent).join(' · ')
    return {
      score: Math.max(rank(typed, name ?? '', uuid), found.some(isThis) ? 1 : 0),
      option: {
        group: 'agents' as const,
        label: t('search.agent', { text: agent === undefined ? (name ?? uuid) : agentTitle(agent) }),
        ...(note === '' ? {} : { note }),
        action: { to: paths.agent(uuid) },
        recall: uuid,
      },
    }
  })
  const listed = found.map((agent): Option => {
    const id = agent.agentUuid ?? agent.id
    return {
      group: 'agents',
      label: t('search.agent', { text: agentTitle(agent) }),
      note: agentHints(agent).join(' · '),
      action: { to: paths.agent(id) },
      recall: id,
    }
  })
  const opened = best(recent, maxAgents)
  return [...opened, ...listed.filter((option) => !opened.some((each) => same(each, option)))].slice(
    0,
    maxListed,
  )
}

/** A verb with an example. Choosing it fills the search field, so that the user can go on typing. */
const hint = (verb: Verb, t: Translate): Option => ({
  group: 'do',
  label: t(`palette.hint.${verb}`),
  note: t('palette.hint.example', { example: t(`palette.example.${verb}`) }),
  action: { fill: t(`palette.fill.${verb}`) },
})

const permissionOf: Partial<Record<Verb, Permission>> = { create: 'extension.create', audit: 'audit.read' }
const canUse = (verb: Verb, { allowed, pages }: PaletteContext): boolean => {
  const permission = permissionOf[verb]
  if (verb === 'reserve') return pages.some(({ path }) => path === paths.reserve())
  return permission === undefined || allowed(permission)
}

function placeOptions(typed: string, { t }: PaletteContext): Option[] {
  return destinationsFor(typed).map(({ kind, text, to }) => ({
    group: kind === 'agent' ? 'agents' : 'go',
    label: t(`search.${kind}`, { text }),
    action: { to },
    ...(kind === 'idle' ? {} : { recall: text }),
  }))
}

/** A number or UUID opens its page; any other text opens the list of matching agents. */
function suggestionOption(key: string, t: Translate): Option {
  const to = destinationOf(key)
  const option = { group: 'suggestions', label: key } as const
  return to === null
    ? { ...option, note: t('palette.suggestion.note'), action: { to: paths.agents({ q: key }) } }
    : { ...option, action: { to } }
}

const same = (a: Option, b: Option) => JSON.stringify(a.action) === JSON.stringify(b.action)

/** Returns the recent commands that this role may still use. */
function recentOptions(context: PaletteContext): Option[] {
  return context.recent.flatMap((recalled) => {
    const command = commands.find((each) => recalled === `> ${each}`)
    const again =
      command === undefined
        ? answersTo(recalled, context).find(
            ({ recall, refused }) => recall === recalled && refused === undefined,
          )
        : commandOption(command, context.t)
    return again === undefined ? [] : [{ ...again, group: 'recent' as const }]
  })
}

function answersTo(typed: string, context: PaletteContext): Option[] {
  const { t } = context
  const places = placeOptions(typed, context)
  const begun = verbsBeginning(typed).filter((verb) => canUse(verb, context))
  const commandsFound = commands.map((command) => ({
    score: rank(typed, t(`palette.command.${command}`), commandWords[command]),
    option: commandOption(command, t),
  }))
  const names = new Set(context.found.map(({ name }) => name))
  const suggested = context.suggestions
    .filter((key) => !names.has(key))
    .map((key) => suggestionOption(key, t))
  const known = [
    ...places.slice(0, 1),
    ...sentenceOptions(typed, context),
    ...places.slice(1),
    ...pageOptions(typed, context),
    ...best(commandsFound, commands.length),
    ...begun.map((verb) => hint(verb, t)),
    ...agentOptions(typed, context),
  ]
  const all = [...known, ...suggested.filter((option) => !known.some((each) => same(each, option)))]
  return [...new Map(all.map((option) => [optionKey(option), option])).values()]
}

/** Returns the options for a typed text, likeliest first. Without text: recent commands, a hint for each verb, recent agents. */
export function optionsFor(typed: string, context: PaletteContext): Option[] {
  if (plain(typed) !== '') return answersTo(readId(typed), context)
  const recent = recentOptions(context)
  const agents = context.agents
    .slice(0, 3)
    .flatMap(({ uuid }) => agentOptions(uuid, context).slice(0, 1))
    .filter((option) => !recent.some((each) => same(each, option)))
  return [
    ...recent,
    ...verbs.filter((verb) => canUse(verb, context)).map((verb) => hint(verb, context.t)),
    ...agents,
  ]
}
