/**
 * The twelve operations of docs/upstream-api.md#operations. `service` selects the base URL: the vendor hosts the extension
 * service separately. A `create` is sent once only. What a profile may rename is in request.ts.
 */
export const operations = {
  get_token: { method: 'GET', path: '/api/get_token', service: 'v5', kind: 'token' },
  get_timezone: { method: 'GET', path: '/api/scrm/5/user/get_timezone', service: 'v5', kind: 'read' },
  get_language: { method: 'GET', path: '/api/scrm/5/user/get_language', service: 'v5', kind: 'read' },
  get_country: { method: 'GET', path: '/api/scrm/5/user/get_country', service: 'v5', kind: 'read' },
  create_extension: { method: 'POST', path: '/api/exts/_add', service: 'extensions', kind: 'create' },
  search_idle: { method: 'POST', path: '/exts/idle/search', service: 'extensions', kind: 'read' },
  extension_detail: { method: 'POST', path: '/exts/detail', service: 'extensions', kind: 'read' },
  search_idle_page: { method: 'POST', path: '/exts/idle/page/search', service: 'extensions', kind: 'read' },
  unbound_page: { method: 'GET', path: '/exts/unbind/page/{agentUUID}', service: 'extensions', kind: 'read' },
  create_extension_legacy: { method: 'POST', path: '/exts', service: 'extensions', kind: 'create' },
  extension_language: { method: 'GET', path: '/exts/{ext}/language', service: 'extensions', kind: 'read' },
  query_suggest: { method: 'GET', path: '/api/5/user/query_suggest', service: 'v5', kind: 'read' },
} as const

export type OperationId = keyof typeof operations
export type ServiceName = 'v5' | 'extensions'
