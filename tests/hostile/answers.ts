import { sipHashes } from '#sandbox/records.ts'
import type { OperationId } from '#upstream/operations.ts'

/** Returns the secrets of a number. Each password contains `Canary`. */
export function secretsOf(ext: string): { password: string; ha1: string; ha1b: string } {
  const password = `Canary-of-${ext}`
  return { password, ...sipHashes(ext, 'tenant.example.com', password) }
}

const record = (ext: string): Record<string, unknown> => ({
  id: `id-${ext}`,
  ext,
  companyId: 'd837d5e4a7d44db69408c495a7088481',
  domain: 'tenant.example.com',
  bindStatus: 0,
  bindTime: 0,
  agentUuid: null,
  agentName: null,
  extType: 1,
  status: 1,
  enabled: 1,
  creationTime: 1_638_360_177_782,
  updatedTime: 1_638_360_177_782,
  langCode: '1',
  langCodeTxt: 'Opus',
  extensions: {},
  ...secretsOf(ext),
})

export const numbers = ['8001', '8002', '8003'] as const
const list = () => ({ list: numbers.map(record), currPage: 1, pageSize: 20, total: numbers.length })
const v5 = (rest: object) => ({ ret_code: '000000', ret_msg: 'Success', ...rest })
const exts = (data: unknown) => ({
  apiVersion: '6.0.0',
  status: 'Success',
  code: 200,
  kind: 'Map',
  metaData: {},
  retCode: '000000',
  retMsg: 'Success',
  data,
})

/** The honest response of each operation. Operation 7 knows only `numbers`. */
const honest: Record<Exclude<OperationId, 'get_token'>, (ext: string) => object> = {
  get_timezone: () =>
    v5({
      items: [{ id: '1', language: 'en', timezone_value: 'GMT+08:00 Beijing', timezoneid: 'Asia/Shanghai' }],
    }),
  get_language: () =>
    v5({ items: [{ id: '1', language: 'en', language_value: 'English', language_code: 'en' }] }),
  get_country: () => v5({ items: [{ countryid: 'SE', country_name: 'Sweden' }] }),
  create_extension: () => exts({}),
  search_idle: () => exts({ id: 'agent-1', agentID: '1001', agentName: 'Ada', ext: '8001' }),
  extension_detail: (ext) =>
    numbers.some((number) => number === ext)
      ? exts(record(ext))
      : { ...exts(null), code: 400, retCode: '310121', retMsg: 'Extension not found' },
  search_idle_page: () => exts(list()),
  unbound_page: () => exts(list()),
  create_extension_legacy: (ext) => exts(record(ext)),
  extension_language: () => exts({ langCode: '1', langCodeTxt: 'Opus' }),
  query_suggest: () =>
    v5({ items: [{ key: '8001' }], item: {}, page_no: 1, page_count: 1, total_count: 1, page_size: 10 }),
}

/** Returns the honest response of an operation, which a misbehavior can then spoil. */
export const honestAnswer = (operation: OperationId, ext: string): object =>
  operation === 'get_token'
    ? v5({ item: { token: `Canary-token-1-${'x'.repeat(24)}`, expires_in: '86400' } })
    : honest[operation](ext)
