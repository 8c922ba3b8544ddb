import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { listAudit } from '#contract/audit.ts'
import {
  addWebhook,
  listDeliveries,
  listMails,
  readChannels,
  type Webhook as WebhookInfo,
} from '#contract/notification-channels.ts'
import { readPreferences } from '#contract/notification-preferences.ts'
import { notificationEvent } from '#contract/notifications.ts'
import { reserve } from '#contract/reservations.ts'
import { readService } from '#contract/service.ts'
import { createServiceRequests, listServiceRequests } from '#contract/service-requests.ts'
import { isPrivateAddress } from '#server/notifications/webhook.ts'
import { selfSigned } from '../../hostile/certificate.ts'
import { eachStore } from '../../stores/each-store.ts'
import { users } from '../../stores/prepared-store.ts'
import { openBff, openBffAndStore, type Bff, type BffAndStore } from '../bff.ts'
import { mailPassword, startMailServer } from '../mail-server.ts'

const timings = {
  notificationsEveryMs: 200,
  deliveriesEveryMs: 200,
  deliveryRetryMs: [50, 50, 50, 600_000],
  deliveryMs: 2_500,
  conditionsEveryMs: 1_000,
}
const seen = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 50 })

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** Starts a proxy that connects every request to this port, for any host and port in it. */
async function openProxy(port: number) {
  const asked: string[] = []
  const server = createServer()
  server.on('connect', ({ url = '' }, near) => {
    asked.push(url)
    const far = connect(port, '127.0.0.1', () => {
      near.write('HTTP/1.1 200 OK\r\n\r\n')
      far.pipe(near).pipe(far)
    })
    for (const socket of [near, far]) socket.on('error', () => undefined)
  })
  return {
    asked,
    url: `http://127.0.0.1:${await portOf(server)}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

interface Received {
  headers: IncomingHttpHeaders
  body: string
}
/** Starts a receiver of webhooks that keeps what it gets and answers as `answer` says; without one it never answers. */
async function receiver(certificate?: { cert: string; key: string }) {
  const received: Received[] = []
  const state: { answer: ((response: ServerResponse) => void) | null } = {
    answer: (response) => void response.writeHead(204).end(),
  }
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body })
      state.answer?.(response)
    })
  }
  const server = certificate === undefined ? createServer(answer) : createTlsServer(certificate, answer)
  const port = await portOf(server)
  return {
    received,
    state,
    port,
    url: `http://127.0.0.1:${port}/hook`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

eachStore(({ engine, copyStore }) => {
  let one: BffAndStore
  /** Another replica on PostgreSQL; the same process on SQLite. */
  let two: Bff
  let mail: Awaited<ReturnType<typeof startMailServer>>
  let hook: Awaited<ReturnType<typeof receiver>>
  beforeAll(async () => {
    const store = await copyStore()
    mail = await startMailServer()
    hook = await receiver()
    const options = { store, timings, webhookPrivateNetworks: true }
    one = await openBffAndStore(options)
    two = engine === 'postgres' ? await openBff({ ...options, serviceUrl: one.serviceUrl }) : one
  })
  afterAll(async () => {
    if (two !== one) await two.close()
    await one.close()
    hook.close()
    await mail.close()
  })

  let numbers = 1000
  /** Makes an administrator's notification: a request of the supervisor. */
  const ask = (kind: string, ext = String(numbers++)) => {
    const rebindTo = kind === 'rebind' ? { rebindTo: { agentUuid: randomUUID() } } : {}
    const items = [{ ext, ...rebindTo }]
    return one.requestAs('supervisor', '/api/service-requests', { kind, reason: 'left', items })
  }
  const put = (body: object) => one.requestAs('admin', '/api/notification-channels/mail', body, {}, 'PUT')
  const change = (id: string, body: object) =>
    one.requestAs('admin', `/api/webhooks/${id}`, body, {}, 'PATCH')
  const channels = async () =>
    readChannels.answer.parse((await two.requestAs('admin', '/api/notification-channels')).body)
  const log = async ({ id }: WebhookInfo) =>
    listDeliveries.answer.parse((await two.requestAs('admin', `/api/webhooks/${id}/deliveries`)).body).items

  test('sends what a user chose by mail, once, in the user’s language, and again after a refusal', async () => {
    const { email, password } = users.admin
    await one.requestAs(null, '/api/auth/sign-in/email', { email, password }, { 'accept-language': 'zh-CN' })
    expect((await put({ ...mail.settings, password: 'wrong' })).status).toBe(200)
    const tried = await one.requestAs('admin', '/api/notification-channels/mail/test', {})
    expect(tried.body).toEqual({ status: 535, failure: 'EAUTH' })
    const saved = await put({ ...mail.settings, password: mailPassword })
    expect(saved.body).toMatchObject({ mail: { host: '127.0.0.1', hasPassword: true } })
    expect(saved.text).not.toContain(mailPassword)
    // Another administrator has set it since.
    expect((await put({ ...mail.settings, sender: 'late@example.com', version: 0 })).body['code']).toBe(
      'edit-conflict',
    )
    // The saved password stays with the same server.
    const { version } = (await channels()).mail ?? {}
    const changed = await put({ ...mail.settings, sender: 'extensions@example.com', version })
    expect(changed.status).toBe(200)
    expect((await one.requestAs('admin', '/api/notification-channels/mail/test', {})).body).toEqual({
      status: null,
      failure: null,
    })
    // In the language of the screens at the last sign-in, until the user chooses one.
    expect(mail.mails).toMatchObject([
      { to: [users.admin.email], body: expect.stringContaining('分机控制台的邮件服务器工作正常。') },
    ])

    const preferences = readPreferences.answer.parse(
      (await one.requestAs('admin', '/api/notifications/preferences')).body,
    )
    expect(preferences).toMatchObject({ language: null, canMail: true })
    await one.requestAs(
      'admin',
      '/api/notifications/preferences',
      {
        language: 'en',
        kinds: [
          { kind: 'request-opened', bell: true, mail: true },
          { kind: 'new-sign-in', bell: false, mail: false },
        ],
      },
      {},
      'PATCH',
    )
    mail.state.refusals = 2
    await ask('delete', '1234')
    await seen(() => expect(mail.mails).toHaveLength(2))
    const [, sent] = mail.mails
    expect(sent?.to).toEqual([users.admin.email])
    expect(sent?.body).toContain('requested to delete 1234')
    expect(sent?.body).toContain('https://console.example.com/requests?ext=1234')
    expect(
      readPreferences.answer
        .parse((await two.requestAs('admin', '/api/notifications/preferences')).body)
        .kinds.find(({ kind }) => kind === 'new-sign-in'),
    ).toEqual({ kind: 'new-sign-in', bell: true, mail: true, required: true })
    await one.requestAs('admin', '/api/notification-channels/mail', {}, {}, 'DELETE')
    expect(await channels()).toMatchObject({ mail: null })
  })

  test('signs each message to a webhook, repeats it while the receiver fails or hangs, and turns it off', async () => {
    const added = addWebhook.answer.parse(
      (await one.requestAs('admin', '/api/webhooks', { url: hook.url, kinds: ['request-opened'] })).body,
    )
    const { webhook, secret } = added
    expect(JSON.stringify(await channels())).not.toContain(secret)
    const kinds = { kinds: ['request-opened', 'job-failed'], version: webhook.version }
    expect((await change(webhook.id, kinds)).status).toBe(200)
    expect((await change(webhook.id, { ...kinds, kinds: ['job-failed'] })).body['code']).toBe('edit-conflict')
    const tested = await one.requestAs('admin', `/api/webhooks/${webhook.id}/test`, {})
    expect(tested.body).toEqual({ status: 204, failure: null })

    const answers = [
      (response: ServerResponse) => void response.writeHead(500).end('no'),
      // A redirect is not followed.
      (response: ServerResponse) => void response.writeHead(307, { location: hook.url }).end(),
      // Never answers.
      () => undefined,
    ]
    hook.state.answer = (response) => {
      const answer = answers.shift()
      if (answer === undefined) response.writeHead(204).end()
      else answer(response)
    }
    await ask('unbind')
    await seen(async () => expect(await log(webhook)).toMatchObject([{ state: 'delivered', attempts: 4 }]))
    const [, ...messages] = hook.received
    expect(messages).toHaveLength(4)
    expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    for (const { headers, body } of hook.received) {
      const signed = {
        'webhook-id': String(headers['webhook-id']),
        'webhook-timestamp': String(headers['webhook-timestamp']),
        'webhook-signature': String(headers['webhook-signature']),
      }
      expect(() => new Webhook(secret).verify(body, signed)).not.toThrow()
      // A replay with another time, and another text, are refused.
      expect(() =>
        new Webhook(secret).verify(body, { ...signed, 'webhook-timestamp': '1700000000' }),
      ).toThrow('too old')
      expect(() => new Webhook(secret).verify(`${body} `, signed)).toThrow('signature')
    }
    expect(JSON.parse(messages[0]?.body ?? '')).toMatchObject({
      type: 'request-opened',
      data: { what: 'unbind', count: 1, by: 'supervisor' },
    })
    // A batch is one message that names each request and its person.
    const before = hook.received.length
    const items = Array.from({ length: 20 }, (_, n) => ({
      ext: String(7_000 + n),
      rebindTo: { agentUuid: randomUUID(), agentName: `Agent ${n}` },
    }))
    const batch = createServiceRequests.answer.parse(
      (
        await one.requestAs('help-desk', '/api/service-requests', {
          kind: 'rebind',
          reason: 'new team',
          items,
        })
      ).body,
    )
    await seen(() => expect(hook.received.length).toBeGreaterThan(before))
    const { data } = z
      .object({
        data: z.object({
          link: z.string(),
          items: z.array(z.object({ id: z.string(), ext: z.string(), agent: z.string() })),
        }),
      })
      .parse(JSON.parse(hook.received.at(-1)?.body ?? ''))
    expect(data.link).toBe('https://console.example.com/requests?state=pending')
    expect(new Set(data.items)).toEqual(
      new Set(batch.items.map(({ ext, request }, n) => ({ id: request?.id, ext, agent: `Agent ${n}` }))),
    )
    expect((await channels()).webhooks).toMatchObject([{ failingSince: null, offAt: null }])

    hook.state.answer = (response) => void response.writeHead(503).end()
    await ask('new-password')
    await seen(async () =>
      expect((await channels()).webhooks).toMatchObject([{ failingSince: expect.any(Number), offAt: null }]),
    )
    await one.database.db
      .updateTable('webhook')
      .set({ failing_since: Date.now() - 25 * 3_600_000 })
      .execute()
    await one.database.db.updateTable('delivery').set({ next_at: 0 }).where('state', '=', 'waiting').execute()
    await seen(async () => {
      expect((await channels()).webhooks).toMatchObject([{ offBecause: 'failures' }])
      const { text: all } = await two.requestAs('admin', '/api/notifications')
      expect(all).toContain('webhook-off')
    })
    expect((await log(webhook)).map(({ state }) => state).toSorted()).toEqual([
      'delivered',
      'delivered',
      'failed',
    ])
    expect((await change(webhook.id, { on: true })).body).toMatchObject({ offAt: null, failingSince: null })
    await one.requestAs('admin', `/api/webhooks/${webhook.id}`, {}, {}, 'DELETE')
    expect((await channels()).webhooks).toEqual([])
    const audit = listAudit.answer.parse((await one.requestAs('admin', `/api/audit?object=${hook.url}`)).body)
    expect(audit.items.filter(({ phase }) => phase === 'outcome').map(({ action }) => action)).toEqual([
      'webhook.remove',
      'webhook.change',
      'webhook.change',
      'webhook.change',
      'webhook.add',
    ])
  })

  test('sends mails while webhooks fail, are off or are gone, fails what waits for one that is turned off, and deletes old deliveries', async () => {
    const { db } = one.database
    hook.state.answer = (response) => void response.writeHead(503).end()
    const add = async () => {
      const added = await one.requestAs('admin', '/api/webhooks', {
        url: hook.url,
        kinds: ['service-changed'],
      })
      return addWebhook.answer.parse(added.body).webhook
    }
    const [off, failing] = [await add(), await add()]
    const waiting = (webhook_id: string) => ({
      id: randomUUID(),
      webhook_id,
      key: randomUUID(),
      at: Date.now(),
      next_at: 1,
      state: 'waiting',
      attempts: 0,
      event: JSON.stringify({ kind: 'service-changed', failed: 1, changed: 1 }),
    })
    const many = (webhookId: string) => Array.from({ length: 300 }, () => waiting(webhookId))
    // A message of a webhook that is off or gone can arrive while it is turned off or removed.
    await db.updateTable('webhook').set({ off_at: 1, off_because: 'user' }).where('id', '=', off.id).execute()
    await db
      .insertInto('delivery')
      .values([off.id, failing.id, randomUUID()].flatMap((id) => many(id)))
      .execute()
    await put({ ...mail.settings, password: mailPassword })
    const before = mail.mails.length
    await ask('new-password')
    await seen(() => expect(mail.mails.length).toBeGreaterThan(before))

    await change(failing.id, { on: false })
    expect(new Set((await log(failing)).map(({ state }) => state))).toEqual(new Set(['failed']))
    await db.updateTable('delivery').set({ at: 1 }).execute()
    await seen(async () =>
      expect(await db.selectFrom('delivery').select('id').where('at', '=', 1).execute()).toEqual([]),
    )
    for (const { id } of [off, failing]) await one.requestAs('admin', `/api/webhooks/${id}`, {}, {}, 'DELETE')
  })

  test('mails nothing that is no longer true when it is sent', async () => {
    const { db } = one.database
    await put({ ...mail.settings, password: mailPassword })
    const idle = JSON.stringify((await one.requestAs('supervisor', '/api/extensions/idle?pageSize=100')).body)
    const [released = '', extended = '', ends = ''] = idle.match(/(?<="ext":")\d+/g) ?? []
    const numbers = [released, extended, ends]
    const items = numbers.map((ext) => ({ ext, agentUuid: randomUUID(), agentName: `For ${ext}` }))
    const made = reserve.answer.parse(
      (await one.requestAs('supervisor', '/api/reservations', { items }, { 'idempotency-key': randomUUID() }))
        .body,
    )
    // The mail server is away while the mail is written.
    mail.state.refusals = 1_000
    const end = Date.now() + 3_600_000
    await db
      .updateTable('reservation')
      .set({ reserved_at: Date.now() - 86_400_000, expires_at: end })
      .where('ext', 'in', numbers)
      .execute()
    const expiring = async () =>
      (await db.selectFrom('delivery').selectAll().where('user_id', 'is not', null).execute()).filter(
        ({ event }) => event.includes('reservation-expiring'),
      )
    await seen(async () => expect(await expiring()).toMatchObject([{ count: 3, attempts: 4 }]))
    const idOf = (ext: string) => made.items.find((each) => each.ext === ext)?.reservation?.id
    await one.requestAs('supervisor', `/api/reservations/${idOf(released)}`, {}, {}, 'DELETE')
    const until = { until: end + 86_400_000 }
    await one.requestAs('supervisor', `/api/reservations/${idOf(extended)}`, until, {}, 'PATCH')
    const before = mail.mails.length
    mail.state.refusals = 0
    const again = () =>
      db.updateTable('delivery').set({ next_at: 0 }).where('state', '=', 'waiting').execute()
    await seen(async () => {
      await again()
      expect(await expiring()).toMatchObject([{ state: 'delivered' }])
    })
    const sent = mail.mails.slice(before).filter(({ body }) => body.includes('reservation'))
    expect(sent).toMatchObject([
      { body: expect.stringContaining(`Your reservation of ${ends} for For ${ends} expires`) },
    ])
    expect(sent[0]?.body).not.toContain(released)

    // Nothing of it is left to say.
    mail.state.refusals = 1_000
    await db.deleteFrom('delivery').execute()
    const request = { kind: 'unbind', reason: 'left', items: [{ ext: '1888' }] }
    await one.requestAs('help-desk', '/api/service-requests', request)
    const mails = () =>
      db.selectFrom('delivery').select(['state', 'attempts']).where('event', 'like', '%1888%').execute()
    await seen(async () => expect(await mails()).toMatchObject([{ attempts: 4 }]))
    const { body } = await one.requestAs('supervisor', '/api/service-requests?ext=1888')
    const ids = listServiceRequests.answer.parse(body).items.map(({ id }) => id)
    await one.requestAs(
      'help-desk',
      '/api/service-requests',
      { ids, state: 'withdrawn', note: 'no' },
      {},
      'PATCH',
    )
    mail.state.refusals = 0
    await seen(async () => {
      await again()
      expect(await mails()).toMatchObject([{ state: 'dropped' }])
    })
    expect(mail.mails.some((each) => each.body.includes('1888'))).toBe(false)
  })

  test('says since when emails fail, of all users and of one, on every surface that does not depend on them', async () => {
    const { db } = one.database
    await db.deleteFrom('delivery').execute()
    await put({ ...mail.settings, password: mailPassword })
    const taskFailure = async () =>
      readService.answer
        .parse((await two.requestAs('admin', '/api/service')).body)
        .tasks.find(({ name }) => name === 'deliveries')?.failure
    const measured = async () =>
      [...(await two.console.metrics.metrics()).matchAll(/console_mail_failing\{of="\w+"\} (\d+)/g)].map(
        ([, value]) => Number(value),
      )
    const logged = () =>
      [...new Set([one, two])].map((bff) =>
        bff.logged.flatMap((line) => /Background task deliveries: ([\w -]+)/.exec(line)?.[1] ?? []),
      )
    await seen(async () => expect(await taskFailure()).toBe(null))
    const before = logged().map((lines) => lines.length)
    const health = async () => (await channels()).mail?.health
    const notices = async () =>
      (await two.requestAs('admin', '/api/notifications?pageSize=100')).body['items'] ?? []
    /** Tries again at once, and never for the last time, however often this is asked on a busy machine. */
    const soon = async () => {
      const waiting = db.updateTable('delivery').where('state', '=', 'waiting')
      await waiting.set({ attempts: 2 }).where('attempts', '>', 2).execute()
      await waiting.set({ next_at: 0 }).execute()
    }
    mail.state.refusals = 1_000
    await seen(async () => {
      await ask('delete')
      await soon()
      expect(await health()).toMatchObject({
        failing: { since: expect.any(Number), status: 451 },
        refused: [],
      })
    })
    await seen(async () => expect(await taskFailure()).toBe('mail-failing'))
    expect(await measured()).toEqual([1, 0])
    await seen(async () =>
      expect(await notices()).toContainEqual(
        expect.objectContaining({
          event: { kind: 'mail-failing', recipient: null, since: expect.any(Number) },
        }),
      ),
    )
    const latest = listMails.answer.parse(
      (await two.requestAs('admin', '/api/notification-channels/mail/deliveries')).body,
    )
    expect(latest.items).toContainEqual(expect.objectContaining({ to: 'admin', status: 451 }))

    mail.state.refusals = 0
    mail.state.refused = users.admin.email
    await seen(async () => {
      await soon()
      expect(await health()).toMatchObject({
        failing: null,
        refused: [{ name: 'admin', since: expect.any(Number), status: 550, failure: 'EENVELOPE' }],
      })
    })
    expect([await taskFailure(), await measured()]).toEqual(['mail-failing', [0, 1]])
    await seen(async () =>
      expect(await notices()).toContainEqual(
        expect.objectContaining({
          event: { kind: 'mail-failing', recipient: 'admin', since: expect.any(Number) },
        }),
      ),
    )
    mail.state.refused = ''
    await seen(async () => {
      await soon()
      expect(await health()).toMatchObject({
        failing: null,
        refused: [],
        lastDeliveredAt: expect.any(Number),
      })
    })
    await seen(async () => expect(await taskFailure()).toBe(null))
    expect(await measured()).toEqual([0, 0])
    // Whichever replica runs the task when it begins to fail, or works again, logs it: both times another one may.
    await seen(async () => {
      const lines = logged().flatMap((each, at) => each.slice(before[at]))
      const failing = lines.filter((line) => line === 'mail-failing')
      expect(failing.length).toBeGreaterThan(0)
      expect(lines.toSorted()).toEqual([...failing, ...failing.map(() => 'works again')])
    })
  })

  test('mails more events of one hour together, some minutes after the first', async () => {
    const { db } = one.database
    await put({ ...mail.settings, password: mailPassword })
    const mails = async () =>
      (await db.selectFrom('delivery').selectAll().where('user_id', 'is not', null).execute())
        .map((row) => ({ ...row, event: notificationEvent.parse(JSON.parse(row.event)) }))
        .filter(
          ({ event }) =>
            event.kind === 'request-opened' && event.what === 'rebind' && event.by === 'supervisor',
        )
    await ask('rebind')
    await seen(async () => expect(await mails()).toMatchObject([{ state: 'delivered', event: { count: 1 } }]))
    const sent = mail.mails.length
    for (const count of [2, 3]) {
      await ask('rebind')
      await seen(async () => expect(await mails()).toMatchObject([{ state: 'waiting', event: { count } }]))
    }
    expect((await mails())[0]?.next_at).toBeGreaterThan(Date.now() + 5 * 60_000)
    await db.updateTable('delivery').set({ next_at: 0 }).where('state', '=', 'waiting').execute()
    await seen(async () => expect(await mails()).toMatchObject([{ state: 'delivered' }]))
    expect(mail.mails.slice(sent)).toMatchObject([{ body: expect.stringContaining('bind 3 numbers') }])
  })
})

test('reaches no private network unless it is allowed, by address or by name; others through the proxy, with a private authority', async () => {
  const day = 86_400_000
  const valid = { from: Date.now() - day, until: Date.now() + day }
  const certificate = selfSigned('hooks.test', valid)
  const hook = await receiver(certificate)
  const proxy = await openProxy(hook.port)
  const mailCertificate = selfSigned('127.0.0.1', valid)
  const mail = await startMailServer(mailCertificate)
  const ca = certificate.cert + mailCertificate.cert
  const network = { httpProxy: undefined, httpsProxy: proxy.url, noProxy: 'direct.test', ca }
  const bff = await openBff({ timings, network })
  const { port } = hook
  const refused = await bff.requestAs('admin', '/api/webhooks', { url: hook.url, kinds: ['job-failed'] })
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'url' }] } })
  for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
    const added = addWebhook.answer.parse(
      (
        await bff.requestAs('admin', '/api/webhooks', {
          url: `https://${host}:${port}/hook`,
          kinds: ['job-failed'],
        })
      ).body,
    )
    const tried = await bff.requestAs('admin', `/api/webhooks/${added.webhook.id}/test`, {})
    expect({ host, ...tried.body }).toEqual({ host, status: null, failure: 'EPRIVATE' })
  }
  expect(hook.received).toEqual([])
  const kinds = ['job-failed']
  const sent = async (url: string) => {
    const added = await bff.requestAs('admin', '/api/webhooks', { url, kinds })
    const { webhook } = addWebhook.answer.parse(added.body)
    return (await bff.requestAs('admin', `/api/webhooks/${webhook.id}/test`, {})).body
  }
  expect(await sent('https://hooks.test/hook')).toEqual({ status: 204, failure: null })
  expect(await sent('https://direct.test/hook')).toEqual({ status: null, failure: 'ENOTFOUND' })
  expect(proxy.asked).toEqual(['hooks.test:443'])
  await bff.requestAs(
    'admin',
    '/api/notification-channels/mail',
    { ...mail.settings, password: mailPassword },
    {},
    'PUT',
  )
  const test = await bff.requestAs('admin', '/api/notification-channels/mail/test', {})
  expect(test.body).toEqual({ status: null, failure: null })
  expect(mail.mails).toHaveLength(1)
  const inner = [
    '10.1.2.3',
    '172.31.0.1',
    '192.168.0.9',
    '169.254.169.254',
    '::ffff:10.0.0.1',
    'fd00::1',
    '::',
  ]
  expect(inner.filter((address) => !isPrivateAddress(address))).toEqual([])
  expect(['1.1.1.1', '172.32.0.1', '2606:4700::1111'].filter(isPrivateAddress)).toEqual([])
  await bff.close()
  hook.close()
  proxy.close()
  await mail.close()
})
