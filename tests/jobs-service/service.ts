import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { defaultProfile } from '#upstream/profile.ts'
import { draw, fateOf, noMisbehavior, type Fate, type Modes } from './fates.ts'

/** One create that reached the service. */
interface Sent {
  /** Epoch ms. */
  at: number
  ext: string
  /** Counts the sends of this number, from 1. */
  nth: number
  did: Fate
  /** When look-ups start to find the number, epoch ms; null when this send creates nothing. */
  createdAt: number | null
}

interface Held {
  ext: string
  agentId: string | null
  langCodeTxt: string
  createdAt: number
}

const [notFound = ''] = defaultProfile.codes.notFound
const [tooFrequent = ''] = defaultProfile.codes.busy
const detailBody = z.object({ ext: z.string() })
const pageBody = z.object({ currPage: z.number(), pageSize: z.number() })

function recordOf({ ext, agentId, langCodeTxt, createdAt }: Held) {
  const bound = agentId === null ? 0 : 1
  const times = { creationTime: createdAt, updatedTime: createdAt, bindTime: bound * createdAt }
  return { ext, enabled: 1, bindStatus: bound, agentUuid: agentId, langCodeTxt, ...times }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/**
 * Starts a minimal open API with the worst known behavior. Every send creates its number again, answers get lost before
 * and after the create, and creates happen late or without an answer. A create's fate depends on `seed`, the number, and
 * how often it was sent. `attempts` records what really happened.
 */
export async function startMisbehavingService(options: { seed?: string; modes?: Partial<Modes> } = {}) {
  const seed = options.seed ?? 'one'
  let modes: Modes = { ...noMisbehavior, ...options.modes }
  let tokens = 0
  let refusals = 0
  /** The only accepted token: the newest one, until it is revoked. */
  let valid = ''
  const attempts: Sent[] = []
  const sends = new Map<string, number>()
  const held = new Map<string, Held>()
  const looks = new Map<string, number>()
  const calls = new Map<string, number>()
  let creating = 0
  let maxCreating = 0
  let refusing: { fate: Fate; left: number } = { fate: 'created', left: 0 }
  const events = new EventEmitter()
  /** Creates are answered after this promise resolves. */
  let released = Promise.resolve()

  const json = (response: ServerResponse, value: unknown) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  const envelope = (response: ServerResponse, retCode: string, data: unknown = {}, words = 'Refused') => {
    const good = retCode === '000000'
    const said = { status: good ? 'Success' : 'Failed', message: good ? 'Success' : words }
    json(response, { apiVersion: '6.0.0', code: 200, ...said, retCode, retMsg: said.message, data })
  }
  const visible = (ext: string) => {
    const known = held.get(ext)
    return known !== undefined && known.createdAt <= Date.now() ? known : null
  }

  const revoke = () => {
    valid = ''
  }

  async function getToken(response: ServerResponse): Promise<void> {
    const token = `token-${++tokens}-${'x'.repeat(32)}`
    await sleep(modes.tokenMs)
    valid = token
    if (Number.isFinite(modes.stolenAfterMs)) setTimeout(revoke, modes.stolenAfterMs)
    json(response, { ret_code: '000000', ret_msg: 'Success', item: { token, expires_in: '86400' } })
  }

  function fateOfNext(ext: string, nth: number): Fate {
    if (refusing.left > 0) {
      refusing = { ...refusing, left: refusing.left - 1 }
      return refusing.fate
    }
    const fate = fateOf(modes, draw(seed, ext, nth)[0])
    if (fate === 'frequent' || fate === 'tooMany') refusing = { fate, left: modes.burst - 1 }
    return fate
  }

  /** Returns the ms until the number exists; null when it is never created. */
  function delayOf(did: Fate, coin: number): number | null {
    switch (did) {
      case 'created':
      case 'committedThenDropped':
        return 0
      case 'silent':
      case 'http500':
      case 'html':
        return coin < 0.5 ? 0 : null
      case 'late':
        return coin * modes.lateMs
      case 'droppedBefore':
      case 'frequent':
      case 'tooMany':
        return null
    }
  }

  function answerCreate(did: Fate, response: ServerResponse): void {
    if (did === 'created') return envelope(response, '000000')
    if (did === 'frequent') return envelope(response, tooFrequent)
    if (did === 'tooMany') return void response.writeHead(429, { 'retry-after': '0' }).end()
    if (did === 'http500') return void response.writeHead(500).end('Internal Server Error')
    if (did === 'html')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>502</h1>')
    if (did !== 'silent') response.destroy()
    else if (Number.isFinite(modes.silentMs)) setTimeout(() => response.destroy(), modes.silentMs)
  }

  async function create(query: URLSearchParams, response: ServerResponse): Promise<void> {
    const ext = query.get('ext') ?? ''
    const nth = (sends.get(ext) ?? 0) + 1
    sends.set(ext, nth)
    const did = fateOfNext(ext, nth)
    const entry: Sent = { at: Date.now(), ext, nth, did, createdAt: null }
    attempts.push(entry)
    events.emit('create')
    const until = performance.now() + modes.latencyMs
    // Half of the latency is the way to the service: a create in flight is executed even when its caller dies.
    await sleep(modes.latencyMs / 2)
    const delay = delayOf(did, draw(seed, ext, nth)[1])
    if (delay !== null) {
      entry.createdAt = Date.now() + delay
      const langCodeTxt = query.get('langCodeTxt') ?? 'Opus'
      const createdAt = Math.min(entry.createdAt, held.get(ext)?.createdAt ?? Infinity)
      held.set(ext, { ext, agentId: query.get('agentID'), langCodeTxt, createdAt })
    }
    await sleep(Math.max(0, until - performance.now()))
    await released
    answerCreate(did, response)
  }

  async function detail(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { ext } = detailBody.parse(JSON.parse(await textOf(request)))
    await sleep(modes.latencyMs)
    const nth = (looks.get(ext) ?? 0) + 1
    looks.set(ext, nth)
    if (draw(seed, 'look-up', ext, nth)[0] < modes.lookUpFails) return void response.writeHead(500).end()
    const known = visible(ext)
    if (known === null) envelope(response, notFound)
    else envelope(response, '000000', recordOf(known))
  }

  async function idlePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { currPage, pageSize } = pageBody.parse(JSON.parse(await textOf(request)))
    await sleep(modes.latencyMs)
    const shown = held
      .values()
      .drop((currPage - 1) * pageSize)
      .take(pageSize)
    const list = shown.map(recordOf).toArray()
    envelope(response, '000000', { list, currPage, pageSize, total: held.size })
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service')
    calls.set(pathname, (calls.get(pathname) ?? 0) + 1)
    if (modes.weather === 'hang') return
    if (modes.weather === 'reset') return void response.destroy()
    if (modes.weather === '502') return void response.writeHead(502).end('<h1>Bad Gateway</h1>')
    if (modes.weather === 'maintenance')
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><h1>Back soon</h1>')
    if (pathname === '/api/get_token') return getToken(response)
    const sent = request.headers.authorization?.replace('Bearer ', '') ?? request.headers['token']
    if (valid === '' || sent !== valid) {
      refusals++
      return envelope(response, '900002')
    }
    if (modes.refusesAllWith !== '' && ['/api/exts/_add', '/exts/detail'].includes(pathname))
      return envelope(response, modes.refusesAllWith)
    const isStrange = /[^A-Za-z\d]/.test(searchParams.get('password') ?? '')
    if (
      pathname === '/api/exts/_add' &&
      (modes.blocks === 'everything' || (modes.blocks === 'password' && isStrange))
    )
      return void response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Request blocked</h1>')
    if (pathname === '/api/exts/_add' && modes.refusesCreatesWith !== '')
      return envelope(response, modes.refusesCreatesWith, {}, 'number must have 4 to 8 digits')
    if (pathname === '/api/scrm/5/user/get_timezone') return json(response, { ret_code: '000000', items: [] })
    if (pathname === '/api/exts/_add') {
      maxCreating = Math.max(maxCreating, ++creating)
      return create(searchParams, response).finally(() => creating--)
    }
    if (pathname === '/exts/detail') return detail(request, response)
    if (pathname === '/exts/idle/page/search') return idlePage(request, response)
    const [, agent] = /^\/exts\/unbind\/page\/([\w-]+)$/.exec(pathname) ?? []
    if (agent !== undefined) {
      const list = [...held.values()].filter(({ agentId }) => agentId === agent || agentId === null)
      return envelope(response, '000000', { list: list.map(recordOf), total: list.length })
    }
    envelope(response, '310000')
  }

  // A killed caller closes its connections.
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    attempts,
    /** Resolves when `count` creates have reached the service. */
    reached: async (count: number): Promise<void> => {
      while (attempts.length < count) await once(events, 'create')
    },
    /** Executes creates without answering them until the returned function is called. */
    hold: (): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      released = promise
      return resolve
    },
    /** Makes late numbers visible now. */
    catchUp: (): void => {
      for (const number of held.values()) number.createdAt = Math.min(number.createdAt, Date.now())
    },
    /** Returns the number of calls to a path. */
    calls: (path: string): number => calls.get(path) ?? 0,
    /** Returns the number of calls refused for their token. */
    refusals: (): number => refusals,
    /** Rejects every token until the next one is issued. */
    revoke,
    /** Returns the numbers that were created more than once. */
    duplicates: (): string[] => {
      const once = new Set<string>()
      const again = new Set<string>()
      for (const { ext, createdAt } of attempts)
        if (createdAt !== null) (once.has(ext) ? again : once).add(ext)
      return [...again]
    },
    /** Returns the given numbers that do not exist now. */
    lost: (exts: readonly string[]): string[] => exts.filter((ext) => visible(ext) === null),
    /** Returns the maximum number of parallel creates. */
    atOnce: (): number => maxCreating,
    sends: (ext: string): number => sends.get(ext) ?? 0,
    change: (changes: Partial<Modes>): void => {
      modes = { ...modes, ...changes }
    },
    /** Adds existing numbers, created by another system. */
    seedWith: (exts: readonly string[], agentId: string | null = null): void => {
      for (const ext of exts) held.set(ext, { ext, agentId, langCodeTxt: 'Opus', createdAt: 1 })
    },
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type MisbehavingService = Awaited<ReturnType<typeof startMisbehavingService>>
