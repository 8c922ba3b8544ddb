/** The twelve operations of docs/upstream-api.md#operations, in that order. */
export const operationIds = [
  'get_token',
  'get_timezone',
  'get_language',
  'get_country',
  'create_extension',
  'search_idle',
  'extension_detail',
  'search_idle_page',
  'unbound_page',
  'create_extension_legacy',
  'extension_language',
  'query_suggest',
] as const
export type OperationId = (typeof operationIds)[number]
