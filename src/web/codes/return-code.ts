import type { CodedField } from '#contract/codes.ts'
import type { OperationId } from '#contract/operations.ts'

const v5: readonly OperationId[] = [
  'get_token',
  'get_timezone',
  'get_language',
  'get_country',
  'query_suggest',
]

/** The family that an operation's return codes belong to (docs/upstream-api.md#operations). */
export const returnCodeField = (operation: OperationId): CodedField =>
  v5.includes(operation) ? 'v5.ret_code' : 'extensions.retCode'
