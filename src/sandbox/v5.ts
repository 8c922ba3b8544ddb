import { Hono, type Context } from 'hono'
import { signGetToken } from '#upstream/signature.ts'
import type { Profile } from '#upstream/profile.ts'
import { Refusal, textOf, type MessageLanguage } from './codes.ts'
import { ConnectionCut, failAs } from './failing.ts'
import { countryList, languages, timeZones } from './reference.ts'
import { failureFor } from './sentinels.ts'
import type { Store } from './store.ts'

export interface ServiceOptions {
  appId: string
  appKey: string
  /**
   * Refuses a `create_time` that is more than `signatureWindowSeconds` old. Off by default, as other clients observe
   * (docs/upstream-api.md#token-life).
   */
  strictClock: boolean
  slowMs: number
  now: () => number
  profile: Profile
  /** The value of the credential `fixed`. */
  authorization: string | null
}

const signatureWindowSeconds = 300

const createTimeShape = { s: /^\d{10}$/, ms: /^\d{13}$/ } as const

export const messageLanguage = (c: Pick<Context, 'req'>): MessageLanguage =>
  (c.req.query('language') ?? c.req.header('language') ?? 'zh').startsWith('en') ? 'en' : 'zh'

const bearerOf = (c: Pick<Context, 'req'>): string | undefined =>
  /^bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1]

/** Returns a query parameter; an empty parameter counts as missing. */
export const sentParameter = (c: Pick<Context, 'req'>, name: string): string | undefined =>
  c.req.query(name) || undefined

const success = (c: Context, rest: object) =>
  c.json({ ret_code: '000000', ret_msg: textOf('000000', messageLanguage(c)), ...rest })

/** Returns a whole number from 1, sent as a number or as text without leading zeros; null for anything else. */
export const wholeNumber = (sent: unknown): number | null =>
  (typeof sent === 'string' || typeof sent === 'number') && /^[1-9]\d{0,8}$/.test(String(sent))
    ? Number(sent)
    : null

/** Returns a whole number from the query; throws `Refusal`. */
function wholeParameter(c: Context, name: string, usual: number): number {
  const sent = sentParameter(c, name)
  const value = sent === undefined ? usual : wholeNumber(sent)
  if (value === null) throw new Refusal('500025')
  return value
}

/** Operations 1 to 4 and 12 (docs/upstream-api.md). */
export function v5Service(store: Store, options: ServiceOptions): Hono {
  const app = new Hono()

  app.onError((error, c) => {
    if (error instanceof Refusal)
      return c.json({ ret_code: error.code, ret_msg: textOf(error.code, messageLanguage(c)) })
    if (error instanceof ConnectionCut) throw error
    return c.json({ ret_code: '999999', ret_msg: textOf('999999', messageLanguage(c)) }, 500)
  })

  /** Other clients observe this order of checks: empty, then invalid (docs/upstream-api.md#envelope-values). */
  const companyOf = (token: string | undefined): string => {
    if (token === undefined || token === '') throw new Refusal('900001')
    const company = store.companyOfToken(token, ['v5'])
    if (company === null) throw new Refusal('900002')
    return company
  }

  app.get('/api/get_token', (c) => {
    const { appid, create_time: createTime, sign } = c.req.query()
    if (appid !== options.appId) throw new Refusal('900004')
    const isFresh =
      createTime !== undefined &&
      createTimeShape[options.profile.token.createTime].test(createTime) &&
      (!options.strictClock ||
        Math.abs(Number(createTime.slice(0, 10)) - options.now() / 1000) <= signatureWindowSeconds)
    if (!isFresh || sign !== signGetToken(appid, createTime, options.appKey, options.profile))
      throw new Refusal('900003')
    const { token, lifeMs } = store.issueToken('v5', store.homeCompanyId)
    return success(c, { item: { token, expires_in: String(lifeMs / 1000) } })
  })

  const reference = (path: string, list: (language: MessageLanguage) => object[]) =>
    app.get(path, (c) => {
      companyOf(c.req.header('token'))
      const language = c.req.query('language')
      if (language === undefined || language === '') throw new Refusal('400004')
      return success(c, { items: list(messageLanguage(c)) })
    })
  reference('/api/scrm/5/user/get_timezone', timeZones)
  reference('/api/scrm/5/user/get_language', languages)
  reference('/api/scrm/5/user/get_country', countryList)

  app.get('/api/5/user/query_suggest', async (c) => {
    const company = companyOf(bearerOf(c) ?? c.req.header('token'))
    const keyword = c.req.query('keyword') ?? ''
    const failed = await failAs(failureFor(keyword), c, store, options.slowMs)
    if (failed !== undefined) return failed
    const size = Math.min(wholeParameter(c, 'page_size', 15), 50)
    const page = wholeParameter(c, 'page_no', 1)
    const keys = keyword === '' ? [] : store.suggest(company, keyword)
    return success(c, {
      page_no: page,
      page_size: size,
      page_count: Math.ceil(keys.length / size),
      total_count: keys.length,
      items: keys.slice((page - 1) * size, page * size).map((key) => ({ key })),
      item: {},
    })
  })

  return app
}
