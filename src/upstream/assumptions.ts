/**
 * Every guess about what docs/upstream-api.md leaves "not shown", one constant each. The client sends by them and the sandbox
 * answers by them, so a guess that proves wrong is fixed here alone.
 */

/** docs/upstream-api.md#errors: both services' return code of a success. */
export const successCode = '000000'

/** docs/upstream-api.md#not-specified: where the extension service leaves `retCode` out, this `code` is a success. */
export const successByStatus = 200

/** docs/upstream-api.md#not-specified: codes that say "get a new token". `UPSTREAM_TOKEN_INVALID_CODES` replaces them. */
export const tokenInvalidCodes = ['900001', '900002', '900007'] as const

/** docs/upstream-api.md#token-refusals: an expired or invalid bearer is answered with HTTP 401 by the extension service. */
export const tokenInvalidHttpStatus = 401

/** docs/upstream-api.md#refusal-codes: app id, app key or company are wrong, so a new token cannot help. */
export const credentialCodes = ['900003', '900004', '900006'] as const

/** docs/upstream-api.md#refusal-codes: access restricted, edition without API, arrears, no permission. */
export const restrictedCodes = ['700046', '900005', '300056', '330144', '398015', '398016'] as const

/** docs/upstream-api.md#refusal-codes: the "too frequent" family, the only rate limit that is published. */
export const tooFrequentCodes = ['330007', '330067', '350011'] as const

/** docs/upstream-api.md#refusal-codes. */
export const extensionNotFoundCodes = ['310005', '310121', '330088'] as const
export const extensionExistsCodes = ['310004'] as const
export const extensionBoundCodes = ['310122', '330047', '330101'] as const
export const agentNotFoundCodes = ['310147', '310223'] as const
export const quotaReachedCodes = ['310120'] as const
export const companyUnknownCodes = ['310123', '300036', '397007'] as const

/** docs/upstream-api.md#refusal-codes: "request service failed", "unknown error", "connection timeout", third-party failure. */
export const unsureCodes = ['310000', '310001', '310008', '310012'] as const

/** Operation 6 (docs/upstream-api.md#request-bodies), body not shown: the agent the idle extension is for, uuid or work number. */
export const idleSearchBody = (input: { agentId?: string | undefined }) =>
  input.agentId === undefined ? {} : { agentID: input.agentId }

/** Operation 7 (docs/upstream-api.md#request-bodies), body not shown; described as "by extension number and agent information". */
export const detailBody = (input: { ext: string; agentId?: string | undefined }) =>
  input.agentId === undefined ? { ext: input.ext } : { ext: input.ext, agentUuid: input.agentId }

/**
 * Operation 8 (docs/upstream-api.md#request-bodies), body not shown: the query base class, `ext` is the searched number, both paging fields are mandatory (310003).
 * The `companyId` that docs/upstream-api.md lists as a path parameter is in no path: it goes into the query alone.
 */
export const idlePageBody = (input: { page: number; pageSize: number; ext?: string | undefined }) =>
  input.ext === undefined
    ? { currPage: input.page, pageSize: input.pageSize }
    : { ext: input.ext, currPage: input.page, pageSize: input.pageSize }

/** Operation 9 (docs/upstream-api.md#request-bodies), query names not shown: those of the query base class, as in 8. */
export const unboundPageQuery = (input: { page: number; pageSize: number; ext?: string | undefined }) => ({
  ext: input.ext,
  currPage: String(input.page),
  pageSize: String(input.pageSize),
})

/** Operation 10 (docs/upstream-api.md#request-bodies), query names not shown: those of operation 5, which replaced it. */
export const legacyCreateParameters = [
  'agentID',
  'agentType',
  'ext',
  'password',
  'langCodeTxt',
  'companyId',
] as const

/** Operation 12 (docs/upstream-api.md#request-bodies), parameters not shown: the agent record's own word for a search text, and the v5 paging words of the answer. */
export const suggestQuery = (input: { q: string; page: number; pageSize: number }) => ({
  keyword: input.q,
  page_no: String(input.page),
  page_size: String(input.pageSize),
})

/** docs/upstream-api.md#ids-and-numbers: digits, leading zeros kept. Anything else that a service sends as a number is put into no request. */
export const extensionNumber = /^\d{2,15}$/

/** docs/upstream-api.md#bindstatus. */
export const bindStatus = { free: 0, bound: 1 } as const

/** docs/upstream-api.md#limits: page bounds are not shown. The largest page the console asks for and the sandbox gives. */
export const largestPageSize = 1000

/** docs/upstream-api.md#token-life: no freshness window of `create_time` is published; a strict service is taken to allow this many seconds. */
export const signatureWindowSeconds = 300

/** docs/upstream-api.md#company-token: the company token's `expires_in` is in milliseconds, the v5 one in seconds. */
export const companyTokenExpiresInUnitMs = 1

/** docs/upstream-api.md#token-life: when `expires_in` cannot be read, the token is taken to live this many seconds. */
export const tokenLifeWhenUnknownSeconds = 3600
/** docs/upstream-api.md#limits. */
export const tokenLifeLongestSeconds = 86_400
