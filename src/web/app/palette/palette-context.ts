import type { DirectoryAgent } from '#contract/agents.ts'
import type { Permission } from '#contract/access.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { Translate } from '../../i18n/catalogue.ts'

export const commands = ['language', 'light', 'dark', 'auto', 'shortcuts', 'sign-out'] as const
export type Command = (typeof commands)[number]

/** What choosing an option does: it goes to a page, runs a command of the console, or goes on typing. Nothing reaches the service. */
type OptionAction = { to: string } | { command: Command } | { fill: string }

export interface Option {
  group: 'recent' | 'do' | 'go' | 'agents' | 'suggestions'
  label: string
  /** A second, quieter line. */
  note?: string
  action: OptionAction
  /** Why this role may not; the option then only says so. */
  refused?: string
  /** What typed again gives the same option; without one it is not remembered. */
  recall?: string
}

export interface PageEntry {
  path: string
  title: string
  /** The page's name in the other language, for those who know that one. */
  otherTitle: string
}

/** What the palette knows when it answers. */
export interface PaletteContext {
  t: Translate
  language: UiLanguage
  /** Epoch milliseconds. */
  now: number
  allowed: (permission: Permission) => boolean
  pages: readonly PageEntry[]
  /** Those opened lately. */
  agents: readonly { uuid: string; name: string | null }[]
  /** Those of them whom the directory knows, as it shows them now. */
  known: readonly DirectoryAgent[]
  /** What the directory finds for what was typed, the best first. */
  found: readonly DirectoryAgent[]
  jobs: readonly { id: string; name: string }[]
  pools: readonly { id: string; name: string }[]
  suggestions: readonly string[]
  recent: readonly string[]
}
