import type { OperationId } from '#upstream/operations.ts'

export type BusinessOperation = Exclude<OperationId, 'get_token'>

/** The console path that triggers each read operation. */
export const reads: [operation: BusinessOperation, path: string][] = [
  ['get_timezone', '/api/reference/time-zones?language=en'],
  ['get_language', '/api/reference/languages?language=en'],
  ['get_country', '/api/reference/countries?language=en'],
  ['search_idle', '/api/extensions/idle/first'],
  ['extension_detail', '/api/extensions/8001'],
  ['search_idle_page', '/api/extensions/idle'],
  ['unbound_page', '/api/people/9348ee74c2cefd4740db23a3b5bf4a0d/extensions'],
  ['extension_language', '/api/extensions/8001/language'],
  ['query_suggest', '/api/suggestions?q=80'],
]

/** The console path that triggers each create operation, and the number to create. */
export const creates: [operation: BusinessOperation, path: string, ext: string][] = [
  ['create_extension', '/api/extensions', '8901'],
  ['create_extension_legacy', '/api/extensions/legacy', '8902'],
]

export const businessOperations = [...reads, ...creates].map(([operation]) => operation)
