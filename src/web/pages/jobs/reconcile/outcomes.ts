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
import type { LookUps } from '../look-ups.ts'
import { isSameAgent } from '#contract/text.ts'

/** Fields that a sheet has and the service also reports (operation 7); never a password. */
export const comparedFields = ['agentID', 'langCodeTxt', 'companyId'] as const
export type ComparedField = (typeof comparedFields)[number]

/**
 * `bound`: the sheet gives a work number but the service reports only the uuid, so only the binding itself is certain. `unclear`: the
 * service does not say whether the number is bound.
 */
type Verdict = 'same' | 'differs' | 'bound' | 'unclear'

/** The documented `bindStatus` (docs/upstream-api.md#bindstatus). */
const notBound = 0
const bound = 1

function agentVerdict(given: string, byUuid: boolean, { bindStatus, agentUuid }: Extension): Verdict {
  if (bindStatus === notBound) return 'differs'
  if (bindStatus !== bound) return 'unclear'
  if (!byUuid) return 'bound'
  return isSameAgent(agentUuid, given) ? 'same' : 'differs'
}

/** Compares the row's filled fields with the record. Skips blank cells. */
function compare(
  { values }: Row,
  extension: Extension,
  usual: Mapping['agentType'],
): ReadonlyMap<ComparedField, Verdict> {
  const filled = comparedFields.filter((field) => values[field] !== '')
  return new Map(
    filled.map((field) => [
      field,
      field === 'agentID'
        ? agentVerdict(values.agentID, agentTypeOf(values.agentType, usual) === '1', extension)
        : extension[field] === values[field]
          ? 'same'
          : 'differs',
    ]),
  )
}

/** Returns the service's value of a field as text; null without a value. */
export function serviceValueOf(
  { agentUuid, agentName, ...rest }: Extension,
  field: ComparedField,
): string | null {
  if (field !== 'agentID') return rest[field]
  const agent = [agentUuid, agentName].filter((part) => part !== null).join(' · ')
  return rest.bindStatus === notBound || agent === '' ? null : agent
}

/** Outcomes in display order. `unread` rows cannot be compared: the number is invalid or repeated, or its binding unclear. */
export const outcomes = ['missing', 'differs', 'matches', 'unknown', 'unread', 'waiting'] as const
export type Outcome = (typeof outcomes)[number]

export const outcomeMeanings: Record<Outcome, Meaning> = {
  missing: 'running',
  differs: 'attention',
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
  /** Why the number of an `unknown` row could not be looked up. */
  code: ErrorCode | null
}

export interface Reconciliation {
  rows: readonly Reconciled[]
  counts: Readonly<Record<Outcome, number>>
  /** Rows that are not in service and can be created unchanged. */
  creatable: readonly ImportedRow[]
  /** Count of rows in service whose agent is given by work number and cannot be compared. */
  byWorkNumber: number
  /** The fields that at least one row has and that were compared; the numbers always are. */
  compared: readonly ComparedField[]
  /** The distinct reasons why numbers could not be looked up. */
  reasons: readonly ErrorCode[]
}

const nothing: ReadonlyMap<ComparedField, Verdict> = new Map()

function outcomeOf(
  each: ValidatedRow,
  usual: Mapping['agentType'],
  { looked, error }: Pick<LookUps, 'looked' | 'error'>,
): Reconciled {
  const base = { ...each, verdicts: nothing, extension: null, code: null }
  const { row, repeated } = each
  if (row.errors.ext !== undefined || repeated !== null) return { ...base, outcome: 'unread' }
  const found = looked.get(row.values.ext)
  if (found === undefined && error !== null)
    return { ...base, outcome: 'unknown', code: error instanceof ApiError ? error.code : 'contract' }
  if (found === undefined) return { ...base, outcome: 'waiting' }
  if (found.state === 'absent' || found.state === 'inJob') return { ...base, outcome: 'missing' }
  const { extension, code } = found
  if (found.state === 'unknown' || extension === null) return { ...base, outcome: 'unknown', code }
  const verdicts = compare(row, extension, usual)
  const all = [...verdicts.values()]
  const outcome = all.includes('differs') ? 'differs' : all.includes('unclear') ? 'unread' : 'matches'
  return { ...base, extension, verdicts, outcome }
}

/** Compares a sheet's rows with the service, in one pass. `usual` is the agent type for rows without their own. */
export function reconcile(
  found: ValidationResult,
  usual: Mapping['agentType'],
  lookUps: Pick<LookUps, 'looked' | 'error'>,
): Reconciliation {
  const rows = found.rows.map((each) => outcomeOf(each, usual, lookUps))
  const counts = { missing: 0, differs: 0, matches: 0, unknown: 0, unread: 0, waiting: 0 }
  const creatable: ImportedRow[] = []
  const reasons = new Set<ErrorCode>()
  let byWorkNumber = 0
  for (const { row, outcome, verdicts, code } of rows) {
    counts[outcome] += 1
    if (outcome === 'missing' && row.request !== null) creatable.push(row.request)
    if (verdicts.get('agentID') === 'bound') byWorkNumber += 1
    if (code !== null) reasons.add(code)
  }
  const compared = comparedFields.filter((field) =>
    rows.some(({ verdicts }) => (verdicts.get(field) ?? 'bound') !== 'bound'),
  )
  return { rows, counts, creatable, byWorkNumber, compared, reasons: [...reasons] }
}

/** Returns the numbers to look up, without duplicates. */
export const numbersOf = (found: ValidationResult): string[] =>
  found.rows.flatMap(({ row, repeated }) =>
    row.errors.ext === undefined && repeated === null ? [row.values.ext] : [],
  )
