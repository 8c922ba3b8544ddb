import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import {
  addWebhook,
  listDeliveries,
  readChannels,
  readPreferences,
  type Webhook as WebhookInfo,
} from '#contract/notification-settings.ts'
import { isPrivateAddress } from '#server/notifications/webhook.ts'
import { eachStore } from '../../stores/each-store.ts'
import { users } from '../../stores/prepared-store.ts'
import { openBff, openBffAndStore, type Bff, type BffAndStore } from '../bff.ts'

const timings = {
  notificationsEveryMs: 50,
  deliveriesEveryMs: 50,
  deliveryRetryMs: [50, 50, 50, 600_000],
  deliveryMs: 2_500,
  conditionsEveryMs: 60_000,
  backgroundAskMs: 20,
}
const mailPassword = 'a-password-of-the-mail-server'
const seen = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 50 })

/** Starts a mail server that keeps what it gets; refuses as many mails as `refusals` says. */
async function mailServer() {
  const mails: { to: string[]; text: string }[] = []
  const state = { refusals: 0 }
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'console' && password === mailPassword
        ? done(null, { user: username })
        : done(new Error('wrong')),
    onData(stream, session, done) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        if (state.refusals > 0) {
          state.refusals--
          done(Object.assign(new Error('try later'), { responseCode: 451 }))
          return
        }
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ to, text: Buffer.concat(pieces).toString() })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  return {
    mails,
    state,
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

interface Received {
  headers: IncomingHttpHeaders
  body: string
}
/** Starts a receiver of webhooks that keeps what it gets and answers as `answer` says; without one it never answers. */
async function receiver() {
  const received: Received[] = []
  const state: { answer: ((response: ServerResponse) => void) | null } = {
    answer: (response) => void response.writeHead(204).end(),
  }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body })
      state.answer?.(response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    received,
    state,
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hook`,
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
  let mail: Awaited<ReturnType<typeof mailServer>>
  let hook: Awaited<ReturnType<typeof receiver>>
  beforeAll(async () => {
    const store = await copyStore()
    mail = await mailServer()
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
  const ask = (kind: string, ext = String(numbers++)) =>
    one.requestAs('supervisor', '/api/service-requests', { kind, reason: 'left', items: [{ ext }] })
  const put = (body: object) => one.requestAs('admin', '/api/notification-channels/mail', body, {}, 'PUT')
  const server = () => ({
    host: '127.0.0.1',
    port: mail.port,
    tls: 'none',
    user: 'console',
    sender: 'console@example.com',
  })
  const change = (id: string, body: object) =>
    one.requestAs('admin', `/api/webhooks/${id}`, body, {}, 'PATCH')
  const channels = async () =>
    readChannels.answer.parse((await two.requestAs('admin', '/api/notification-channels')).body)
  const log = async ({ id }: WebhookInfo) =>
    listDeliveries.answer.parse((await two.requestAs('admin', `/api/webhooks/${id}/deliveries`)).body).items

  test('sends what a user chose by mail, once, in the user’s language, and again after a refusal', async () => {
    expect((await put({ ...server(), password: 'wrong' })).status).toBe(200)
    const tried = await one.requestAs('admin', '/api/notification-channels/mail/test', {})
    expect(tried.body).toEqual({ status: 535, failure: 'EAUTH' })
    const saved = await put({ ...server(), password: mailPassword })
    expect(saved.body).toMatchObject({ mail: { host: '127.0.0.1', hasPassword: true } })
    expect(saved.text).not.toContain(mailPassword)
    // The saved password stays with the same server.
    await put({ ...server(), sender: 'extensions@example.com' })
    expect((await one.requestAs('admin', '/api/notification-channels/mail/test', {})).body).toEqual({
      status: null,
      failure: null,
    })
    expect(mail.mails).toMatchObject([{ to: [users.admin.email] }])

    const preferences = readPreferences.answer.parse(
      (await one.requestAs('admin', '/api/notifications/preferences')).body,
    )
    expect(preferences).toMatchObject({ language: null, canMail: true })
    await one.requestAs(
      'admin',
      '/api/notifications/preferences',
      {
        language: 'zh',
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
    const [, body = ''] = sent?.text.split('\r\n\r\n') ?? []
    const encoded = /Content-Transfer-Encoding: base64/i.test(sent?.text ?? '')
    const read = encoded
      ? Buffer.from(body, 'base64').toString()
      : Buffer.from(
          body
            .replaceAll(/=\r\n/g, '')
            .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ).toString()
    expect(read).toContain('删除 1234')
    expect(read).toContain('https://console.example.com/requests?ext=1234')
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
    expect((await log(webhook)).map(({ state }) => state).toSorted()).toEqual(['delivered', 'failed'])
    expect((await change(webhook.id, { on: true })).body).toMatchObject({ offAt: null, failingSince: null })
    await one.requestAs('admin', `/api/webhooks/${webhook.id}`, {}, {}, 'DELETE')
    expect((await channels()).webhooks).toEqual([])
    const audit = listAudit.answer.parse((await one.requestAs('admin', `/api/audit?object=${hook.url}`)).body)
    expect(audit.items.filter(({ phase }) => phase === 'outcome').map(({ action }) => action)).toEqual([
      'webhook.remove',
      'webhook.change',
      'webhook.add',
    ])
  })
})

test('reaches no private network unless it is allowed, by address or by name', async () => {
  const hook = await receiver()
  const bff = await openBff({ timings })
  const port = new URL(hook.url).port
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
})
