import type { Extension } from '#contract/records.ts'
import { ApiError, type ErrorCode } from '../../../api/api-error.ts'
import type { Meaning } from '../../../ui/text/meaning.ts'
import type { Mapping } from '../import/fields.ts'
import {
  type ImportedRow,
  type ValidationResult,
  type ValidatedRow,
  agentTypeOf,
  type Row,
} from '../import/rows.ts'
import type { LookedUp, LookUps } from '../look-ups.ts'
import { isSameAgent, nameKey } from '#contract/text.ts'

/** What a sheet has and the service, or the directory for it, also tells; never a password. */
export const comparedFields = ['agentID', 'agentName', 'langCodeTxt', 'companyId'] as const
export type ComparedField = (typeof comparedFields)[number]

/** `unclear`: the service does not tell what the sheet has. */
type Verdict = 'same' | 'differs' | 'unclear'

/** A number's record, and what the directory knows of its agent. */
type NumberRecord = Pick<LookedUp, 'holder'> & { extension: Extension }

/** The documented `bindStatus` (docs/upstream-api.md#bindstatus). */
const notBound = 0
const bound = 1

export const sheetValueOf = ({ values, agentName }: Row, field: ComparedField): string =>
  field === 'agentName' ? agentName : values[field]

const isSameText = (a: string | null | undefined, b: string) => a != null && nameKey(a) === nameKey(b)
const nameOf = ({ extension, holder }: NumberRecord) => holder?.name ?? extension.agentName
const verdictOn = (serviceValue: string | null | undefined, given: string): Verdict =>
  serviceValue == null ? 'unclear' : isSameText(serviceValue, given) ? 'same' : 'differs'

/** Compares the agent, by UUID, work number, extension or name, with the one to whom the number is bound. */
function agentVerdict(given: string, byUuid: boolean, record: NumberRecord): Verdict {
  const { extension, holder } = record
  if (isSameAgent(extension.agentUuid, given)) return 'same'
  if ([holder?.workNumber, nameOf(record), extension.ext].some((each) => isSameText(each, given)))
    return 'same'
  if (byUuid) return extension.agentUuid === null ? 'unclear' : 'differs'
  return verdictOn(/\d/.test(given) ? holder?.workNumber : nameOf(record), given)
}

function verdictOf(
  row: Row,
  field: ComparedField,
  record: NumberRecord,
  usual: Mapping['agentType'],
): Verdict {
  const { extension } = record
  const given = sheetValueOf(row, field)
  if (field === 'langCodeTxt' || field === 'companyId')
    return extension[field] === null ? 'unclear' : extension[field] === given ? 'same' : 'differs'
  if (extension.bindStatus === notBound) return 'differs'
  if (extension.bindStatus !== bound) return 'unclear'
  return field === 'agentName'
    ? verdictOn(nameOf(record), given)
    : agentVerdict(given, agentTypeOf(row.values, usual) === '1', record)
}

/** Compares the row's filled fields with the record. Skips blank cells. */
const compare = (
  row: Row,
  record: NumberRecord,
  usual: Mapping['agentType'],
): ReadonlyMap<ComparedField, Verdict> =>
  new Map(
    comparedFields
      .filter((field) => sheetValueOf(row, field) !== '')
      .map((field) => [field, verdictOf(row, field, record, usual)]),
  )

/** Returns the service's value of a field as text; null without a value. An agent is named as the sheet names agents. */
export function serviceValueOf(
  { row, extension, holder }: Pick<Reconciled, 'row' | 'extension' | 'holder'>,
  field: ComparedField,
  usual: Mapping['agentType'],
): string | null {
  if (extension === null) return null
  if (field === 'langCodeTxt' || field === 'companyId') return extension[field]
  if (extension.bindStatus === notBound) return null
  const name = nameOf({ extension, holder })
  if (field === 'agentName') return name
  const byUuid = agentTypeOf(row.values, usual) === '1' || holder?.workNumber == null
  const parts = [byUuid ? extension.agentUuid : holder.workNumber, name].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(' · ')
}

/**
 * Outcomes in display order. `notCompared`: the service does not tell something that the sheet has, and the rest is the same.
 * `unread`: the number is invalid or repeated.
 */
export const outcomes = [
  'missing',
  'differs',
  'notCompared',
  'matches',
  'unknown',
  'unread',
  'waiting',
] as const
export type Outcome = (typeof outcomes)[number]

export const outcomeMeanings: Record<Outcome, Meaning> = {
  missing: 'running',
  differs: 'attention',
  notCompared: 'unknown',
  matches: 'done',
  unknown: 'unknown',
  unread: 'failed',
  waiting: 'waiting',
}

/** A row of the sheet with the service's record of its number. */
export interface Reconciled extends ValidatedRow {
  outcome: Outcome
  /** Verdicts on the row's filled fields; empty unless the number is in service. */
  verdicts: ReadonlyMap<ComparedField, Verdict>
  extension: Extension | null
  holder: LookedUp['holder']
  /** Why the number of an `unknown` row could not be looked up. */
  code: ErrorCode | null
}

export interface Reconciliation {
  rows: readonly Reconciled[]
  counts: Readonly<Record<Outcome, number>>
  /** Rows that are not in service and can be created unchanged. */
  creatable: readonly ImportedRow[]
  /** The fields that at least one row has and that were compared; the numbers always are. */
  compared: readonly ComparedField[]
  /** The fields that the service does not tell for at least one row. */
  untold: readonly ComparedField[]
  /** The distinct reasons why numbers could not be looked up. */
  reasons: readonly ErrorCode[]
}

const nothing: ReadonlyMap<ComparedField, Verdict> = new Map()

function outcomeOf(
  each: ValidatedRow,
  usual: Mapping['agentType'],
  { looked, error }: Pick<LookUps, 'looked' | 'error'>,
): Reconciled {
  const base = { ...each, verdicts: nothing, extension: null, holder: null, code: null }
  const { row, repeated } = each
  if (row.errors.ext !== undefined || repeated !== null) return { ...base, outcome: 'unread' }
  const result = looked.get(row.values.ext)
  if (result === undefined && error !== null)
    return { ...base, outcome: 'unknown', code: error instanceof ApiError ? error.code : 'contract' }
  if (result === undefined) return { ...base, outcome: 'waiting' }
  if (result.state === 'absent' || result.state === 'inJob') return { ...base, outcome: 'missing' }
  const { extension, holder, code } = result
  if (result.state === 'unknown' || extension === null) return { ...base, outcome: 'unknown', code }
  const verdicts = compare(row, { extension, holder }, usual)
  const all = [...verdicts.values()]
  const outcome = all.includes('differs') ? 'differs' : all.includes('unclear') ? 'notCompared' : 'matches'
  return { ...base, extension, holder, verdicts, outcome }
}

/** Compares a sheet's rows with the service, in one pass. */
export function reconcile(
  validation: ValidationResult,
  usual: Mapping['agentType'],
  lookUps: Pick<LookUps, 'looked' | 'error'>,
): Reconciliation {
  const rows = validation.rows.map((each) => outcomeOf(each, usual, lookUps))
  const counts = { missing: 0, differs: 0, notCompared: 0, matches: 0, unknown: 0, unread: 0, waiting: 0 }
  const creatable: ImportedRow[] = []
  const reasons = new Set<ErrorCode>()
  for (const { row, outcome, code } of rows) {
    counts[outcome] += 1
    if (outcome === 'missing' && row.request !== null) creatable.push(row.request)
    if (code !== null) reasons.add(code)
  }
  const compared = comparedFields.filter((field) =>
    rows.some(({ verdicts }) => (verdicts.get(field) ?? 'unclear') !== 'unclear'),
  )
  const untold = comparedFields.filter((field) =>
    rows.some(({ verdicts }) => verdicts.get(field) === 'unclear'),
  )
  return { rows, counts, creatable, compared, untold, reasons: [...reasons] }
}

/** Returns the numbers to look up, without duplicates. */
export const numbersOf = (validation: ValidationResult): string[] =>
  validation.rows.flatMap(({ row, repeated }) =>
    row.errors.ext === undefined && repeated === null ? [row.values.ext] : [],
  )
