import type { Extension } from '#contract/records.ts'
import { isSameAgent } from '#contract/text.ts'
import type { Mapping } from '../import/fields.ts'
import { agentTypeOf, type Row } from '../import/rows.ts'

/** What a sheet says of an extension and the service reports as well (operation 7); never a password. */
export const comparedFields = ['agentID', 'langCodeTxt', 'companyId'] as const
export type ComparedField = (typeof comparedFields)[number]

/** `bound`: the agent is given by work number, the service reports the uuid alone; all that is known is that the number is bound. */
export type Verdict = 'same' | 'differs' | 'bound'

/** bindStatus of a number that has an agent (docs/upstream-api.md#bindstatus). */
const bound = 1

function agentVerdict(given: string, byUuid: boolean, { bindStatus, agentUuid }: Extension): Verdict {
  if (bindStatus !== bound) return 'differs'
  if (!byUuid) return 'bound'
  return isSameAgent(agentUuid, given) ? 'same' : 'differs'
}

/** The fields that a row fills, each against the record. A blank cell compares nothing. */
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

/** The service's value of a field, as text; null when there is none. */
export function reportedIn(
  { agentUuid, agentName, ...rest }: Extension,
  field: ComparedField,
): string | null {
  if (field !== 'agentID') return rest[field]
  const agent = [agentUuid, agentName].filter((part) => part !== null).join(' · ')
  return rest.bindStatus !== bound || agent === '' ? null : agent
}
