import type { OperationId } from './operation-ids.ts'

/**
 * The twelve operations, numbered as in docs/upstream-api.md#operations.
 * Kept apart from the ids, because only one page needs the details.
 */
export const operations: readonly { number: number; id: OperationId; method: string; path: string }[] = [
  { number: 1, id: 'get_token', method: 'GET', path: '/api/get_token' },
  { number: 2, id: 'get_timezone', method: 'GET', path: '/api/scrm/5/user/get_timezone' },
  { number: 3, id: 'get_language', method: 'GET', path: '/api/scrm/5/user/get_language' },
  { number: 4, id: 'get_country', method: 'GET', path: '/api/scrm/5/user/get_country' },
  { number: 5, id: 'create_extension', method: 'POST', path: '/api/exts/_add' },
  { number: 6, id: 'search_idle', method: 'POST', path: '/exts/idle/search' },
  { number: 7, id: 'extension_detail', method: 'POST', path: '/exts/detail' },
  { number: 8, id: 'search_idle_page', method: 'POST', path: '/exts/idle/page/search' },
  { number: 9, id: 'unbound_page', method: 'GET', path: '/exts/unbind/page/{agentUUID}' },
  { number: 10, id: 'create_extension_legacy', method: 'POST', path: '/exts' },
  { number: 11, id: 'extension_language', method: 'GET', path: '/exts/{ext}/language' },
  { number: 12, id: 'query_suggest', method: 'GET', path: '/api/5/user/query_suggest' },
]
