import type { Person } from '#contract/people.ts'
import type { Permission } from '#contract/access.ts'
import type { NumberState } from '#contract/number-states.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { Limit } from '../../entities/session/limit.tsx'
import type { ReserveStart } from '../../entities/reservation/open-reserve.tsx'
import type { Translate } from '../../i18n/catalogue.ts'

export const commands = ['language', 'light', 'dark', 'auto', 'shortcuts', 'sign-out'] as const
export type Command = (typeof commands)[number]

/**
 * The effect of an option: opens a page, with a list of people that a URL would be too short for, runs a command of the console, or opens
 * the dialog that reserves a number, requests a change of it, asks for what an agent who leaves has, or reveals its password. Sends
 * nothing to the service.
 */
type OptionAction =
  | { to: string; agents?: string }
  | { command: Command }
  | { reserve: ReserveStart }
  | { request: string }
  | { leave: { name: string; numbers: readonly string[] } }
  | { reveal: string }

export interface Option {
  group: 'recent' | 'do' | 'go' | 'numbers' | 'people' | 'suggestions'
  label: string
  /** A second, quieter line. */
  note?: string
  action: OptionAction
  /** Text that gives the same option when typed again. An option without it is not remembered. */
  recall?: string
}

/** Identifies an option among those of one search. */
export const optionKey = ({ group, label, action }: Option): string => JSON.stringify([group, label, action])

interface PageEntry {
  path: string
  title: string
  /** The page's name in the other language, for users who know only that name. */
  otherTitle: string
}

/** A thing with a name, and the page that shows it. */
interface NamedThing {
  name: string
  to: string
}

/** The data from which the palette builds its options. */
export interface PaletteContext {
  t: Translate
  language: UiLanguage
  /** Epoch milliseconds. */
  now: number
  isAllowed: (permission: Permission) => boolean
  /** Where the user may act. */
  limit: Pick<Limit, 'includesNumber' | 'includesPerson'>
  /** The pages that this user may open. */
  pages: readonly PageEntry[]
  /** Recently opened people. */
  recentPeople: readonly { uuid: string; name: string | null }[]
  /** The recently opened people that the directory contains, with current data. */
  recentInDirectory: readonly Person[]
  /** The directory's results for the typed text, best first. */
  matches: readonly Person[]
  /** Count of all people in the directory whom the text fits. */
  totalMatches: number
  named: Record<'job' | 'pool' | 'label' | 'user', readonly NamedThing[]>
  suggestions: readonly string[]
  /** The typed number, with state `null` when the service does not have it. `null` as a whole until the service has answered. */
  number: {
    ext: string
    state: NumberState | null
    holder: string | null
    /** The holder's. */
    department: string | null
  } | null
  recent: readonly string[]
}
