import type { Extension } from '#contract/records.ts'
import { isSameAgent } from '#contract/text.ts'
import type { Mapping } from '../import/fields.ts'
import { agentTypeOf, type Row } from '../import/rows.ts'

/** Fields that a sheet has and the service also reports (operation 7); never a password. */
export const comparedFields = ['agentID', 'langCodeTxt', 'companyId'] as const
export type ComparedField = (typeof comparedFields)[number]

/**
 * `bound`: the sheet gives a work number but the service reports only the uuid, so only the binding itself is certain. `unclear`: the
 * service does not say whether the number is bound.
 */
export type Verdict = 'same' | 'differs' | 'bound' | 'unclear'

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
export function compare(
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
