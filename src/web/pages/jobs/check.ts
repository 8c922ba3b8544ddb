import type { NewExtension } from '#contract/extensions.ts'
import type { ErrorCode } from '../../api/api-error.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import type { WithoutAgent } from '../../spreadsheet/sheet-draft.ts'
import type { Meaning } from '../../ui/text/meaning.ts'
import { agentKey, type ImportedRow } from './import/rows.ts'
import type { LookedUp, LookedUpAgent } from './look-ups.ts'

/** The states of a checked row, the worst first; a row has the worst that applies. */
export const checkStates = [
  'exists',
  'inJob',
  'agentAbsent',
  'agentHasNumber',
  'unchecked',
  'waiting',
  'codec',
  'colleague',
  'free',
  'ready',
] as const
export type CheckState = (typeof checkStates)[number]

export const checkMeanings: Record<CheckState, Meaning> = {
  exists: 'ended',
  inJob: 'reserved',
  agentAbsent: 'failed',
  agentHasNumber: 'failed',
  unchecked: 'unknown',
  waiting: 'waiting',
  codec: 'attention',
  colleague: 'reserved',
  free: 'free',
  ready: 'done',
}

/** The states of an agent with which a number cannot be created for them. */
export const refusedAgents = ['agentAbsent', 'agentHasNumber'] as const satisfies readonly CheckState[]

type Why =
  | 'existsFree'
  | 'exists'
  | 'bound'
  | 'boundTo'
  | 'inJob'
  | 'agentAbsent'
  | 'agentNumber'
  | 'agentRepeated'
  | 'codec'
  | 'unclear'
  | 'stopped'
type Reason = { why: Why; values?: Readonly<Record<string, string>> } | { problem: ErrorCode }

type Field = 'ext' | 'agentID' | 'langCodeTxt'

export interface Checked {
  state: CheckState
  /** The field that decides the state, and why; null for a row that is ready or not checked yet. */
  about: { field: Field; reason: Reason } | null
  /** `certain`: the row can be created; `possible`: only the console does not know whether it can; `no`: it cannot, or is not checked yet. */
  creatable: 'certain' | 'possible' | 'no'
}

interface Looked {
  numbers: ReadonlyMap<string, LookedUp>
  agents: ReadonlyMap<string, LookedUpAgent>
  /** The values of `langCodeTxt` that the console knows. */
  codecs: ReadonlySet<string>
  /** What the user decided about agents who are refused, by line. */
  withoutAgent?: ReadonlyMap<number, WithoutAgent>
  /** Why the look-ups have stopped: a cancel, or an error; null while they continue or once they are done. */
  stopped: 'stopped' | ErrorCode | null
}

const ranks = new Map(checkStates.map((state, rank) => [state, rank]))
const rankOf = ({ state }: Checked) => ranks.get(state) ?? 0
const worseOf = (a: Checked, b: Checked) => (rankOf(b) < rankOf(a) ? b : a)
const waiting: Checked = { state: 'waiting', about: null, creatable: 'no' }
const ready: Checked = { state: 'ready', about: null, creatable: 'certain' }
const checkedAs = (
  state: CheckState,
  field: Field,
  reason: Reason,
  creatable: Checked['creatable'] = 'no',
): Checked => ({ state, about: { field, reason }, creatable })
const unchecked = (field: Field, code: ErrorCode | null, creatable: Checked['creatable']): Checked =>
  checkedAs('unchecked', field, code === null ? { why: 'unclear' } : { problem: code }, creatable)

const boundReason = (holder: string | null): Reason =>
  holder === null ? { why: 'bound' } : { why: 'boundTo', values: { agent: holder } }

/** The look-up key of a row's agent; null for a row without one. */
export const agentKeyOf = ({ agentID, agentType = '1' }: NewExtension): string | null =>
  agentID === undefined ? null : agentKey({ agentID, agentType })

/** Checks rows against what the service and the console know. `waiting` and `unchecked` rows are never `ready`. */
export function checkRows(rows: readonly ImportedRow[], looked: Looked): ReadonlyMap<number, Checked> {
  const firstLines = new Map<string, number>()
  const { stopped } = looked
  /** A look-up without a result: it continues, was stopped, or failed. */
  const pending = (field: Field, creatable: Checked['creatable']): Checked => {
    if (stopped === null) return waiting
    if (stopped === 'stopped') return checkedAs('unchecked', field, { why: 'stopped' }, creatable)
    return unchecked(field, stopped, creatable)
  }

  const ofNumber = ({ ext }: ImportedRow): Checked => {
    const number = looked.numbers.get(ext)
    switch (number?.state) {
      case undefined:
        return pending('ext', 'no')
      case 'absent':
        return ready
      case 'unknown':
        return unchecked('ext', number?.code ?? null, 'no')
      case 'inJob':
        return checkedAs('inJob', 'ext', { why: 'inJob' })
      case 'existsFree':
        return checkedAs('exists', 'ext', {
          why: number?.extension?.bindStatus === 0 ? 'existsFree' : 'exists',
        })
      case 'bound':
        return checkedAs('exists', 'ext', boundReason(number?.extension?.agentName ?? null))
    }
  }

  const ofAgent = (row: ImportedRow): Checked => {
    const decided = looked.withoutAgent?.get(row.line)
    if (decided !== undefined) return { state: decided, about: null, creatable: 'certain' }
    const key = agentKeyOf(row)
    if (key === null) return ready
    const agent = looked.agents.get(key)
    if (agent === undefined) return pending('agentID', 'possible')
    if (agent.state === 'absent') return checkedAs('agentAbsent', 'agentID', { why: 'agentAbsent' })
    if (agent.state === 'number')
      return checkedAs('agentHasNumber', 'agentID', { why: 'agentNumber', values: { ext: agent.ext ?? '' } })
    // An agent has one number, so only the first row can be created for them. Two IDs can name one agent.
    const identity = agent.agentUuid ?? key
    const line = firstLines.get(identity) ?? row.line
    firstLines.set(identity, line)
    if (line !== row.line)
      return checkedAs('agentHasNumber', 'agentID', { why: 'agentRepeated', values: { line: String(line) } })
    return agent.state === 'unknown' ? unchecked('agentID', agent.code, 'possible') : ready
  }

  const ofCodec = ({ langCodeTxt }: ImportedRow): Checked =>
    langCodeTxt === undefined || looked.codecs.has(langCodeTxt)
      ? ready
      : checkedAs('codec', 'langCodeTxt', { why: 'codec' }, 'possible')

  return new Map(
    rows.map((row) => {
      const number = ofNumber(row)
      // A row whose number exists does not use up its agent.
      if (number.state === 'exists' || number.state === 'inJob') return [row.line, number] as const
      const [agent, codec] = [ofAgent(row), ofCodec(row)]
      const worst = worseOf(worseOf(number, agent), codec)
      const cannot = number.creatable === 'no' || agent.creatable === 'no' || codec.creatable === 'no'
      const creatable = cannot ? 'no' : worst.creatable
      return [row.line, worst.creatable === creatable ? worst : { ...worst, creatable }] as const
    }),
  )
}

/** Why a row has its state, in words; null for a row that is ready or not checked yet. */
export function checkText(t: Translate, { about }: Checked): string | null {
  if (about === null) return null
  const { reason } = about
  return 'problem' in reason ? t(`problem.${reason.problem}`) : t(`check.why.${reason.why}`, reason.values)
}
