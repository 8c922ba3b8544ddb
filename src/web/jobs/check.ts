import type { NewExtension } from '#contract/extensions.ts'
import { ApiError, type ErrorCode } from '../api/api-error.ts'
import { messageFor } from '../api/message-for.ts'
import type { Translate } from '../i18n/catalogue.ts'
import type { Meaning } from '../ui/meaning.ts'
import type { ImportedRow } from './import/rows.ts'
import { agentKey, type LookedUp, type LookedUpAgent } from './look-ups.ts'

/** The states of a checked row, the worst first; a row has the worst that applies. */
export const checkStates = [
  'exists',
  'agentAbsent',
  'agentTaken',
  'unchecked',
  'waiting',
  'codec',
  'ready',
] as const
export type CheckState = (typeof checkStates)[number]

export const checkMeanings: Record<CheckState, Meaning> = {
  exists: 'ended',
  agentAbsent: 'failed',
  agentTaken: 'failed',
  unchecked: 'unknown',
  waiting: 'waiting',
  codec: 'attention',
  ready: 'done',
}

type Reason =
  | { why: 'taken' | 'inJob' | 'agentAbsent' | 'unclear' | 'stopped' | 'codec' }
  | { why: 'bound'; agent: string | null }
  | { why: 'agentNumber'; ext: string }
  | { why: 'agentRepeated'; line: number }
  | { why: 'failed'; code: ErrorCode }

export interface Checked {
  state: CheckState
  /** The field that decides the state, and why; null for a row that is ready or not checked yet. */
  about: { field: 'ext' | 'agentID' | 'langCodeTxt'; reason: Reason } | null
  /** `certain`: the row can be created; `possible`: only the console does not know whether it can; `no`: it cannot, or is not checked yet. */
  creatable: 'certain' | 'possible' | 'no'
}

interface Looked {
  numbers: ReadonlyMap<string, LookedUp>
  agents: ReadonlyMap<string, LookedUpAgent>
  /** The values of `langCodeTxt` that the console knows. */
  codecs: ReadonlySet<string>
  /** Why the look-ups have stopped: a cancel, or an error; null while they continue or once they are done. */
  stopped: 'stopped' | ErrorCode | null
}

const ready: Checked = { state: 'ready', about: null, creatable: 'certain' }

/** The look-up key of a row's agent; null for a row without one. */
export const agentKeyOf = ({ agentID, agentType = '1' }: NewExtension): string | null =>
  agentID === undefined ? null : agentKey({ agentID, agentType })

/** Checks rows against what the service and the console know. `waiting` and `unchecked` rows are never `ready`. */
export function checkRows(rows: readonly ImportedRow[], looked: Looked): ReadonlyMap<number, Checked> {
  const firstLines = new Map<string, number>()
  const { stopped } = looked
  /** A look-up without a result: it continues, was stopped, or failed. */
  const pending = (field: 'ext' | 'agentID', creatable: Checked['creatable']): Checked =>
    stopped === null
      ? { state: 'waiting', about: null, creatable: 'no' }
      : {
          state: 'unchecked',
          about: {
            field,
            reason: stopped === 'stopped' ? { why: 'stopped' } : { why: 'failed', code: stopped },
          },
          creatable,
        }
  const failed = (
    field: 'ext' | 'agentID',
    code: ErrorCode | null,
    creatable: Checked['creatable'],
  ): Checked => ({
    state: 'unchecked',
    about: { field, reason: code === null ? { why: 'unclear' } : { why: 'failed', code } },
    creatable,
  })

  const ofNumber = ({ ext }: ImportedRow): Checked => {
    const found = looked.numbers.get(ext)
    if (found === undefined) return pending('ext', 'no')
    if (found.state === 'absent') return ready
    if (found.state === 'unknown') return failed('ext', found.code, 'no')
    const reason: Reason =
      found.state === 'bound'
        ? { why: 'bound', agent: found.extension?.agentName ?? null }
        : { why: found.state }
    return { state: 'exists', about: { field: 'ext', reason }, creatable: 'no' }
  }

  const ofAgent = (row: ImportedRow): Checked => {
    const key = agentKeyOf(row)
    if (key === null) return ready
    const found = looked.agents.get(key)
    if (found === undefined) return pending('agentID', 'possible')
    const taken = (reason: Reason): Checked => ({
      state: 'agentTaken',
      about: { field: 'agentID', reason },
      creatable: 'no',
    })
    if (found.state === 'absent')
      return {
        state: 'agentAbsent',
        about: { field: 'agentID', reason: { why: 'agentAbsent' } },
        creatable: 'no',
      }
    if (found.state === 'number') return taken({ why: 'agentNumber', ext: found.ext ?? '' })
    // An agent has one number, so only the first row can be created for them. Two IDs can name one agent.
    const identity = found.agentUuid ?? key
    const line = firstLines.get(identity) ?? row.line
    firstLines.set(identity, line)
    if (line !== row.line) return taken({ why: 'agentRepeated', line })
    return found.state === 'unknown' ? failed('agentID', found.code, 'possible') : ready
  }

  const ofCodec = ({ langCodeTxt }: ImportedRow): Checked => {
    if (langCodeTxt === undefined || looked.codecs.has(langCodeTxt)) return ready
    return {
      state: 'codec',
      about: { field: 'langCodeTxt', reason: { why: 'codec' } },
      creatable: 'possible',
    }
  }

  return new Map(
    rows.map((row) => {
      const number = ofNumber(row)
      // A row whose number exists does not use up its agent.
      const parts = number.state === 'exists' ? [number] : [number, ofAgent(row), ofCodec(row)]
      const worst = parts.reduce((one, other) =>
        checkStates.indexOf(other.state) < checkStates.indexOf(one.state) ? other : one,
      )
      const creatable = parts.some((part) => part.creatable === 'no') ? 'no' : worst.creatable
      return [row.line, { ...worst, creatable }] as const
    }),
  )
}

/** Why a row has its state, in words; null for a row that is ready or not checked yet. */
export function checkText(t: Translate, { about }: Checked): string | null {
  if (about === null) return null
  const { reason } = about
  switch (reason.why) {
    case 'bound':
      return reason.agent === null ? t('check.why.bound') : t('check.why.boundTo', { agent: reason.agent })
    case 'agentNumber':
      return t('check.why.agentNumber', { ext: reason.ext })
    case 'agentRepeated':
      return t('check.why.agentRepeated', { line: String(reason.line) })
    case 'failed':
      return t(messageFor(new ApiError(reason.code, 0)).sentence)
    case 'taken':
    case 'inJob':
    case 'agentAbsent':
    case 'codec':
    case 'unclear':
    case 'stopped':
      return t(`check.why.${reason.why}`)
  }
}
