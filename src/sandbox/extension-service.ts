import { Hono, type Context } from 'hono'
import { companyTokenResponseType, signCompanyToken } from '#upstream/signature.ts'
import { Refusal } from './codes.ts'
import { bodyOf, envelope, refusalEnvelope, textIn } from './extension-envelope.ts'
import { cut, failAs } from './failing.ts'
import type { ListName } from './lists.ts'
import { agentRecord, extensionRecord, knownLangCodeTxt, langCodeOf } from './records.ts'
import { isTimeZone } from './reference.ts'
import type { ExtensionRow } from './schema.ts'
import { failureFor, failureOnCreate } from './sentinels.ts'
import type { Store } from './store.ts'
import { sentParameter, wholeNumber, type ServiceOptions } from './v5.ts'

/** The largest page (docs/upstream-api.md#limits). */
const maxPageSize = 1000
const numberShape = /^\d{2,15}$/
const passwordShape = /^[\x21-\x7e]{6,64}$/
const isMissing = (value: unknown) => value === undefined || value === null || value === ''

/** Operations 5 to 11 (docs/upstream-api.md) and POST /tokens/company (docs/upstream-api.md#company-token). */
export function extensionService(
  store: Store,
  options: ServiceOptions & { lateMs: number },
): Hono<{ Variables: { company: string } }> {
  const app = new Hono<{ Variables: { company: string } }>()

  app.onError(refusalEnvelope)

  app.post('/tokens/company', async (c) => {
    const { appId, currentTime, responseType, sign } = await bodyOf(c)
    if (appId !== options.appId) throw new Refusal('900004')
    const expected = signCompanyToken(options.appId, String(currentTime), options.appKey, options.profile)
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

  /** Returns the company that a request's credential belongs to; null without a valid credential. */
  function companyOf(c: Pick<Context, 'req'>): string | null {
    const { credential, header, prefix } = options.profile.auth
    if (credential === 'none') return store.homeCompanyId
    const sent = c.req.header(header) ?? ''
    if (credential === 'fixed') return sent === options.authorization ? store.homeCompanyId : null
    const isPrefixed = sent.toLowerCase().startsWith(prefix.toLowerCase())
    const token = isPrefixed && sent !== '' ? sent.slice(prefix.length) : c.req.header('token')
    return token === undefined ? null : store.companyOfToken(token, ['v5', 'company'])
  }

  app.use('*', async (c, next) => {
    const company = companyOf(c)
    if (company === null) throw new Refusal('392001')
    const named = sentParameter(c, 'companyId') ?? c.req.header('companyId')
    if (named !== undefined && named !== '' && named !== company) throw new Refusal('310123')
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
    bound: ExtensionRow | null,
  ) {
    if (isMissing(input.currPage) || isMissing(input.pageSize)) throw new Refusal('310003')
    const page = wholeNumber(input.currPage)
    const size = wholeNumber(input.pageSize)
    const prefix = input.ext ?? ''
    if (page === null || size === null || size > maxPageSize || !/^\d{0,15}$/.test(prefix))
      throw new Refusal('310013')
    const leading = bound !== null && bound.ext.startsWith(prefix) ? [bound] : []
    // The agent's own extension comes first and shifts the free ones by one.
    const offset = (page - 1) * size - leading.length
    const { rows, total } = store.page(company, list, prefix, Math.max(offset, 0), size + Math.min(offset, 0))
    const first = page === 1 ? leading : []
    return envelope(c, 'Page', {
      list: [...first, ...rows].map((row) => recordOf(company, row)),
      currPage: page,
      pageSize: size,
      total: total + leading.length,
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
    const ext = textIn(body, 'ext') ?? ''
    if (!/^\d{0,15}$/.test(ext)) throw new Refusal('310013')
    const idle = store.page(company, 'idle', ext, 0, 1).rows[0] ?? null
    return envelope(c, 'Agent', agent === null ? null : agentRecord(agent, idle))
  })

  /**
   * Operation 8. Query parameters are context, not filters (docs/upstream-api.md#agenttype): another company, an unknown zone
   * or an unknown operator is refused, `language` sets the language of messages, `tempId` and `timezone` have no effect.
   */
  app.post('/exts/idle/page/search', async (c) => {
    const body = await bodyOf(c)
    const ext = textIn(body, 'ext')
    const failed = await failAs(failureFor(ext), c, store, options.slowMs)
    if (failed !== undefined) return failed
    const [timezoneid, operatorUserId] = [sentParameter(c, 'timezoneid'), sentParameter(c, 'operatorUserId')]
    if (timezoneid !== undefined && !isTimeZone(timezoneid)) throw new Refusal('310204')
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
    const agent = agentId === undefined ? null : store.findAgent(c.get('company'), agentId)
    if (agentId !== undefined && agent === null) throw new Refusal('310147')
    const row = store.extension(c.get('company'), ext)
    const isAnothers = agent !== null && row?.agent_uuid != null && row.agent_uuid !== agent.uuid
    if (row === null || isAnothers) throw new Refusal('310121')
    return envelope(c, 'Exts', recordOf(c.get('company'), row))
  })

  app.get('/exts/unbind/page/:agentUUID', async (c) => {
    const agentUuid = c.req.param('agentUUID')
    const { currPage, pageSize } = c.req.query()
    const ext = sentParameter(c, 'ext')
    const failed = await failAs(failureFor(agentUuid) ?? failureFor(ext), c, store, options.slowMs)
    if (failed !== undefined) return failed
    const company = c.get('company')
    const agent = store.findAgent(company, agentUuid)
    if (agent === null) throw new Refusal('310147')
    const bound = agent.ext === null ? null : store.extension(company, agent.ext)
    return paged(c, company, 'unbound', { ext, currPage, pageSize }, bound)
  })

  app.get('/exts/:ext/language', async (c) => {
    const ext = c.req.param('ext')
    const failed = await failAs(failureFor(ext), c, store, options.slowMs)
    if (failed !== undefined) return failed
    const row = store.extension(c.get('company'), ext)
    if (row === null) throw new Refusal('310121')
    return envelope(c, 'Map', { langCode: langCodeOf(row.lang_code_txt), langCodeTxt: row.lang_code_txt })
  })

  /** Operations 5 and 10 take the same parameters and differ only in their answer. */
  async function create(c: Context<{ Variables: { company: string } }>, answer: (ext: string) => Response) {
    const [ext, password, agentID, agentType, langCodeTxt] = (
      ['ext', 'password', 'agentID', 'agentType', 'langCodeTxt'] as const
    ).map((name) => sentParameter(c, name))
    if (ext !== undefined && !numberShape.test(ext)) throw new Refusal('310204')
    if (password !== undefined && !passwordShape.test(password)) throw new Refusal('310204')
    if (langCodeTxt !== undefined && !knownLangCodeTxt.includes(langCodeTxt)) throw new Refusal('310204')
    if (agentType !== undefined && agentType !== '0' && agentType !== '1') throw new Refusal('310013')
    const failure = failureOnCreate(ext)
    const failed = await failAs(failure, c, store, options.slowMs)
    if (failed !== undefined) return failed
    const companyId = c.get('company')
    const input = { companyId, ext, password, agentId: agentID, agentType, langCodeTxt }
    if (failure?.kind === 'late' || failure?.kind === 'late-then-cut') {
      store.createLater(input, options.now() + options.lateMs)
      return failure.kind === 'late' ? envelope(c, 'Map', {}) : cut(c)
    }
    const created = store.create(input)
    return failure?.kind === 'commit-then-cut' ? cut(c) : answer(created)
  }
  app.post('/api/exts/_add', (c) => create(c, () => envelope(c, 'Map', {})))
  app.post('/exts', (c) =>
    create(c, (ext) => {
      const row = store.extension(c.get('company'), ext)
      return envelope(c, 'Exts', row === null ? null : recordOf(c.get('company'), row))
    }),
  )

  return app
}
