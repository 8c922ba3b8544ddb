/**
 * One constant for each assumption where docs/upstream-api.md says "not shown". The client sends and the sandbox answers by
 * these constants, so a wrong assumption is fixed only here.
 */

/** docs/upstream-api.md#errors: the return code of a success in both services. */
export const successCode = '000000'

/** docs/upstream-api.md#not-specified: when the extension service leaves out `retCode`, this `code` means success. */
export const successByStatus = 200

/** docs/upstream-api.md#not-specified: codes that mean "get a new token". `UPSTREAM_TOKEN_INVALID_CODES` overrides them. */
export const tokenInvalidCodes = ['900001', '900002', '900007'] as const

/** docs/upstream-api.md#token-refusals: the extension service answers an expired or invalid bearer token with HTTP 401. */
export const tokenInvalidHttpStatus = 401

/** docs/upstream-api.md#refusal-codes: the app id, app key or company is wrong, so a new token cannot help. */
export const credentialCodes = ['900003', '900004', '900006'] as const

/** docs/upstream-api.md#refusal-codes: access restricted, edition without API, arrears, no permission. */
export const restrictedCodes = ['700046', '900005', '300056', '330144', '398015', '398016'] as const

/** docs/upstream-api.md#refusal-codes: the "too frequent" family, the only published rate limit. */
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

/** Operation 6 (docs/upstream-api.md#request-bodies), body not shown: the agent who needs an idle extension, by uuid or work number. */
export const idleSearchBody = (input: { agentId?: string | undefined }) =>
  input.agentId === undefined ? {} : { agentID: input.agentId }

/** Operation 7 (docs/upstream-api.md#request-bodies), body not shown; the document says "by extension number and agent information". */
export const detailBody = (input: { ext: string; agentId?: string | undefined }) =>
  input.agentId === undefined ? { ext: input.ext } : { ext: input.ext, agentUuid: input.agentId }

/**
 * Operation 8 (docs/upstream-api.md#request-bodies), body not shown: the query base class. `ext`
 * is the searched number; both paging fields are mandatory (310003). docs/upstream-api.md lists
 * `companyId` as a path parameter, but no path has it: it goes only into the query.
 */
export const idlePageBody = (input: { page: number; pageSize: number; ext?: string | undefined }) =>
  input.ext === undefined
    ? { currPage: input.page, pageSize: input.pageSize }
    : { ext: input.ext, currPage: input.page, pageSize: input.pageSize }

/** Operation 9 (docs/upstream-api.md#request-bodies), query names not shown: the names of the query base class, as in operation 8. */
export const unboundPageQuery = (input: { page: number; pageSize: number; ext?: string | undefined }) => ({
  ext: input.ext,
  currPage: String(input.page),
  pageSize: String(input.pageSize),
})

/** Operation 10 (docs/upstream-api.md#request-bodies), query names not shown: the names of operation 5, which replaced it. */
export const legacyCreateParameters = [
  'agentID',
  'agentType',
  'ext',
  'password',
  'langCodeTxt',
  'companyId',
] as const

/**
 * Operation 12 (docs/upstream-api.md#request-bodies), parameters not shown: the agent record's field name for a search text,
 * and the paging names of v5 answers.
 */
export const suggestQuery = (input: { q: string; page: number; pageSize: number }) => ({
  keyword: input.q,
  page_no: String(input.page),
  page_size: String(input.pageSize),
})

/** docs/upstream-api.md#ids-and-numbers: digits, leading zeros kept. A number of any other shape never goes into a request. */
export const extensionNumber = /^\d{2,15}$/

/** docs/upstream-api.md#bindstatus. */
export const bindStatus = { free: 0, bound: 1 } as const

/** docs/upstream-api.md#limits: page bounds are not shown. The largest page that the console requests and the sandbox returns. */
export const maxPageSize = 1000

/**
 * docs/upstream-api.md#token-life: no freshness window of `create_time` is
 * published; a strict service is assumed to allow this many seconds.
 */
export const signatureWindowSeconds = 300

/** docs/upstream-api.md#company-token: the company token's `expires_in` is in milliseconds, the v5 one in seconds. */
export const companyTokenExpiresInUnitMs = 1

/** docs/upstream-api.md#token-life: the assumed life of a token with an unreadable `expires_in`, in seconds. */
export const tokenLifeWhenUnknownSeconds = 3600
/** docs/upstream-api.md#limits. */
export const tokenLifeLongestSeconds = 86_400
