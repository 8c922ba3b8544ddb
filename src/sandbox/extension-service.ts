import { Hono, type Context } from 'hono'
import * as z from 'zod'
import { largestPageSize } from '#upstream/assumptions.ts'
import { companyTokenResponseType, signCompanyToken } from '#upstream/signature.ts'
import { Refusal, textOf } from './codes.ts'
import { cut, failAs } from './failing.ts'
import type { ListName } from './lists.ts'
import { agentRecord, extensionRecord, knownLangCodeTxt, langCodeOf } from './records.ts'
import { timeZoneIds } from './reference.ts'
import type { ExtensionRow } from './schema.ts'
import { failureFor, failureOnCreate } from './sentinels.ts'
import type { NewExtension, Store } from './store.ts'
import { bearerOf, messageLanguage, type ServiceOptions } from './v5.ts'

const numberShape = /^\d{2,15}$/
const passwordShape = /^[\x21-\x7e]{6,64}$/
const whole = z.coerce.number().int().min(1)

function envelope(c: Context, kind: string, data: unknown) {
  const message = textOf('000000', messageLanguage(c))
  return c.json({
    apiVersion: '6.0.0',
    status: 'Success',
    code: 200,
    message,
    reason: message,
    kind,
    metaData: {},
    data,
    retMsg: message,
    retCode: '000000',
  })
}

async function bodyOf(c: Context): Promise<Record<string, unknown>> {
  const body: unknown = await c.req.json().catch(() => null)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Refusal('310013')
  return { ...body }
}

/** A field that must be text (or a number, which the service takes as well) when it is there. */
function textIn(body: Record<string, unknown>, name: string): string | undefined {
  const value = body[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string' && typeof value !== 'number') throw new Refusal('310013')
  return String(value)
}

/** Operations 5 to 11 (open-api.md) and POST /tokens/company (upstream-facts 2.4). */
export function extensionService(
  store: Store,
  options: ServiceOptions & { lateMs: number },
): Hono<{ Variables: { company: string } }> {
  const app = new Hono<{ Variables: { company: string } }>()

  app.onError((error, c) => {
    const code = error instanceof Refusal ? error.code : '999999'
    const message = textOf(code, messageLanguage(c))
    const status = error instanceof Refusal ? (code === '392001' || code === '900002' ? 401 : 200) : 500
    return c.json(
      {
        apiVersion: '6.0.0',
        status: 'Failed',
        code: status,
        message,
        reason: message,
        metaData: {},
        retMsg: message,
        retCode: code,
      },
      status,
    )
  })

  app.post('/tokens/company', async (c) => {
    const { appId, currentTime, responseType, sign } = await bodyOf(c)
    if (appId !== options.appId) throw new Refusal('900004')
    const expected = signCompanyToken(options.appId, String(currentTime), options.appKey)
    if (
      responseType !== companyTokenResponseType ||
      !/^\d{13}$/.test(String(currentTime)) ||
      sign !== expected
    )
      throw new Refusal('900003')
    const { token, lifeMs } = store.issueToken('company', store.homeCompanyId)
    return c.json({
      response_type: 'token',
      access_token: token,
      expires_in: lifeMs,
      realm: 'third',
      domain: 'sandbox',
    })
  })

  app.use('*', async (c, next) => {
    const token = bearerOf(c) ?? c.req.header('token')
    const company = token === undefined ? null : store.companyOfToken(token)
    if (company === null) throw new Refusal('392001')
    const named = c.req.query('companyId') ?? c.req.header('companyId')
    if (named !== undefined && named !== company) throw new Refusal('310123')
    c.set('company', company)
    await next()
  })

  const nameOf = (company: string) => (uuid: string) => store.findAgent(company, uuid)?.agent_name ?? null
  const recordOf = (company: string, row: ExtensionRow) => extensionRecord(store, row, nameOf(company))

  function paged(
    c: Context,
    company: string,
    list: ListName,
    input: { ext: string | undefined; currPage: unknown; pageSize: unknown },
    own: ExtensionRow | null,
  ) {
    const page = whole.safeParse(input.currPage)
    const size = whole.max(largestPageSize).safeParse(input.pageSize)
    if (input.currPage === undefined || input.pageSize === undefined) throw new Refusal('310003')
    if (!page.success || !size.success || (input.ext !== undefined && !/^\d{1,15}$/.test(input.ext)))
      throw new Refusal('310013')
    const prefix = input.ext ?? ''
    const shown = own !== null && own.ext.startsWith(prefix) ? [own] : []
    // The agent's own extension comes first and shifts the free ones by one.
    const offset = (page.data - 1) * size.data - shown.length
    const { rows, total } = store.page(
      company,
      list,
      prefix,
      Math.max(offset, 0),
      size.data + Math.min(offset, 0),
    )
    const first = page.data === 1 ? shown : []
    return envelope(c, 'Page', {
      list: [...first, ...rows].map((row) => recordOf(company, row)),
      currPage: page.data,
      pageSize: size.data,
      total: total + shown.length,
    })
  }

  app.post('/exts/idle/search', async (c) => {
    const body = await bodyOf(c)
    const agentId = textIn(body, 'agentID') ?? textIn(body, 'agentUuid')
    const failed = await failAs(failureFor(agentId), c, store, options.slowMs)
    if (failed !== undefined) return failed
    const company = c.get('company')
    const agent =
      agentId === undefined ? store.agentWithoutExtension(company) : store.findAgent(company, agentId)
    if (agent === null && agentId !== undefined) throw new Refusal('310147')
    const idle = store.page(company, 'idle', '', 0, 1).rows[0] ?? null
    return envelope(c, 'Agent', agent === null ? null : agentRecord(agent, idle))
  })

  /**
   * Operation 8. Query parameters are context, not filters (upstream-facts 2.3): another company is refused, an unknown
   * zone or operator too, `language` picks the language of messages, `tempId` and `timezone` change nothing.
   */
  app.post('/exts/idle/page/search', async (c) => {
    const body = await bodyOf(c)
    const ext = textIn(body, 'ext')
    const failed = await failAs(failureFor(ext), c, store, options.slowMs)
    if (failed !== undefined) return failed
    const { timezoneid, operatorUserId } = c.req.query()
    if (timezoneid !== undefined && !timeZoneIds.has(timezoneid)) throw new Refusal('310204')
    if (operatorUserId !== undefined && store.findAgent(c.get('company'), operatorUserId) === null)
      throw new Refusal('310147')
    return paged(
      c,
      c.get('company'),
      'idle',
      { ext, currPage: body['currPage'], pageSize: body['pageSize'] },
      null,
    )
  })

  app.post('/exts/detail', async (c) => {
    const body = await bodyOf(c)
    const ext = textIn(body, 'ext')
    if (ext === undefined || !numberShape.test(ext)) throw new Refusal('310204')
    const agentId = textIn(body, 'agentUuid') ?? textIn(body, 'agentID')
    const failed = await failAs(failureFor(ext) ?? failureFor(agentId), c, store, options.slowMs)
    if (failed !== undefined) return failed
    if (agentId !== undefined && store.findAgent(c.get('company'), agentId) === null)
      throw new Refusal('310147')
    const row = store.extension(c.get('company'), ext)
    if (row === null) throw new Refusal('310121')
    return envelope(c, 'Exts', recordOf(c.get('company'), row))
  })

  app.get('/exts/unbind/page/:agentUUID', async (c) => {
    const agentUuid = c.req.param('agentUUID')
    const { ext, currPage, pageSize } = c.req.query()
    const failed = await failAs(failureFor(agentUuid) ?? failureFor(ext), c, store, options.slowMs)
    if (failed !== undefined) return failed
    const company = c.get('company')
    const agent = store.findAgent(company, agentUuid)
    if (agent === null) throw new Refusal('310147')
    const own = agent.ext === null ? null : store.extension(company, agent.ext)
    return paged(c, company, 'unbound', { ext, currPage, pageSize }, own)
  })

  app.get('/exts/:ext/language', async (c) => {
    const ext = c.req.param('ext')
    const failed = await failAs(failureFor(ext), c, store, options.slowMs)
    if (failed !== undefined) return failed
    const row = store.extension(c.get('company'), ext)
    if (row === null) throw new Refusal('310121')
    return envelope(c, 'Map', { langCode: langCodeOf(row.lang_code_txt), langCodeTxt: row.lang_code_txt })
  })

  /** Operations 5 and 10 take the same parameters; they differ in what they answer. */
  async function create(
    c: Context<{ Variables: { company: string } }>,
    answer: (row: ExtensionRow) => Response,
  ) {
    const { ext, password, agentID, agentType, langCodeTxt } = c.req.query()
    if (ext !== undefined && !numberShape.test(ext)) throw new Refusal('310204')
    if (password !== undefined && !passwordShape.test(password)) throw new Refusal('310204')
    if (langCodeTxt !== undefined && !knownLangCodeTxt.includes(langCodeTxt)) throw new Refusal('310204')
    if (agentType !== undefined && agentType !== '0' && agentType !== '1') throw new Refusal('310013')
    const failure = ext === undefined ? undefined : (failureOnCreate(ext) ?? failureFor(ext))
    const failed = await failAs(failure, c, store, options.slowMs)
    if (failed !== undefined) return failed
    const input: NewExtension = {
      companyId: c.get('company'),
      ext,
      password,
      agentId: agentID,
      agentType,
      langCodeTxt,
    }
    if (failure?.kind === 'late' || failure?.kind === 'late-then-cut') {
      // A second attempt meets the first one's row, as it would at the real service.
      setTimeout(() => store.create(input), options.lateMs).unref()
      return failure.kind === 'late' ? envelope(c, 'Map', {}) : cut(c)
    }
    const row = store.create(input)
    return failure?.kind === 'commit-then-cut' ? cut(c) : answer(row)
  }
  app.post('/api/exts/_add', (c) => create(c, () => envelope(c, 'Map', {})))
  app.post('/exts', (c) => create(c, (row) => envelope(c, 'Exts', recordOf(c.get('company'), row))))

  return app
}
