import { randomUUID } from 'node:crypto'
import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listMails,
  readChannels,
  removeMailServer,
  removeWebhook,
  setMailServer,
  testMail,
  testWebhook,
  type Webhook,
} from '#contract/notification-channels.ts'
import { changePreferences, type Preferences, readPreferences } from '#contract/notification-preferences.ts'
import { auditedChange } from '../audit/audited.ts'
import { changesOf } from '../audit/changes.ts'
import { actorOf, type SignedIn } from '../platform/http/caller.ts'
import type { Mount } from '../platform/http/mount.ts'
import { fieldRefused, ProblemError } from '../platform/problems.ts'
import { choiceOf, isRequired, kindsFor, noChoices, readChoices, saveChoices } from './kinds.ts'
import type { MailServer, Target } from './channels.ts'
import { sendMail, testMailOf } from './mail.ts'
import type { Console } from '../features.ts'

const withoutSecret = ({ secret: _secret, ...webhook }: Target): Webhook => webhook

export function mountChannels({ mount }: Mount, { notifications: parts }: Console): void {
  const { database, channels, deliveries, sender, audit, privateNetworks, now } = parts
  /** Undefined for a service token. */
  const recipientOf = async ({ user }: SignedIn) =>
    (await parts.recipients()).find(({ id }) => id === user.id)

  async function preferencesOf(caller: SignedIn): Promise<Preferences> {
    const { user, role } = caller
    const [all, server, recipient] = await Promise.all([
      readChoices(database),
      channels.mail(),
      recipientOf(caller),
    ])
    const { language, choices } = all.get(user.id) ?? noChoices
    return {
      language,
      canMail: server !== null && (recipient?.mailAddress ?? null) !== null,
      // A service token has no role.
      kinds: (role === null ? [] : kindsFor(role)).map((kind) => ({
        kind,
        ...choiceOf(kind, choices),
        required: isRequired(kind),
      })),
    }
  }
  mount(readPreferences, ({ caller }) => preferencesOf(caller))
  mount(changePreferences, async ({ caller, body }) => {
    const choices = Object.fromEntries(body.kinds.map(({ kind, bell, mail }) => [kind, { bell, mail }]))
    await saveChoices(database, caller.user.id, body.language, choices)
    return preferencesOf(caller)
  })

  async function readAll() {
    const [mail, webhooks] = await Promise.all([channels.mail(), channels.webhooks()])
    return {
      mail:
        mail === null
          ? null
          : {
              host: mail.host,
              port: mail.port,
              tls: mail.tls,
              user: mail.user,
              sender: mail.sender,
              hasPassword: mail.password !== null,
              version: mail.version,
              health: await parts.health(),
            },
      webhooks: webhooks.map(withoutSecret),
      privateNetworks,
    }
  }
  mount(readChannels, readAll)

  const nameOf = ({ host, port }: { host: string; port: number }) => `${host}:${port}`
  const mailValues = (server: Omit<MailServer, 'password' | 'version'>) => {
    const { tls, user, sender } = server
    return { server: nameOf(server), tls, user, sender }
  }

  mount(setMailServer, async (call) => {
    const { password, version, ...server } = call.body
    const event = {
      actor: actorOf(call),
      action: 'notification.mail',
      object: nameOf(server),
      values: mailValues(server),
    }
    await auditedChange(
      audit,
      event,
      (transaction) => channels.setMail(transaction, { ...server, password }, { version, at: now() }),
      (before) =>
        changesOf(before === null ? null : mailValues(before), mailValues(server), [
          'server',
          'tls',
          'user',
          'sender',
        ]),
    )
    return readAll()
  })

  mount(removeMailServer, async (call) => {
    const server = await channels.mail()
    const object = server === null ? '-' : nameOf(server)
    const event = { actor: actorOf(call), action: 'notification.remove-mail', object }
    await auditedChange(audit, event, (transaction) => channels.removeMail(transaction))
    return readAll()
  })

  mount(testMail, async ({ caller }) => {
    const server = await channels.mail()
    if (server === null) throw new ProblemError('not-found')
    const recipient = await recipientOf(caller)
    const to = recipient?.mailAddress ?? null
    if (recipient === undefined || to === null) return { status: null, failure: 'ENORECIPIENT' }
    const text = testMailOf({ ...parts, language: await parts.languageOf(recipient) })
    return sendMail(
      server,
      { to, id: randomUUID(), ...text },
      { deadlineMs: parts.timings.deliveryMs, network: parts.network },
    )
  })

  /** Throws `bad-request` for an address that is not reached here. */
  function assertReachable(url: string): void {
    if (URL.canParse(url) && (privateNetworks || url.startsWith('https://'))) return
    throw fieldRefused('url', 'give an address that begins with https://')
  }

  const valuesOf = ({ kinds, offAt }: { kinds: readonly string[]; offAt: number | null }) => ({
    kinds,
    on: offAt === null,
  })

  mount(addWebhook, async (call) => {
    const { url, kinds } = call.body
    assertReachable(url)
    const event = { actor: actorOf(call), action: 'webhook.add', object: url, values: { kinds } }
    const { webhook, secret } = await auditedChange(audit, event, (transaction) =>
      channels.add(transaction, url, kinds, now()),
    )
    return { webhook: withoutSecret(webhook), secret }
  })

  mount(changeWebhook, async (call) => {
    const { id } = call.params
    const { url } = await channels.webhook(id)
    const { version, ...body } = call.body
    const event = { actor: actorOf(call), action: 'webhook.change', object: url }
    const { after: changed } = await auditedChange(
      audit,
      event,
      (transaction) => channels.change(transaction, id, body, { version, at: now() }),
      ({ before, after }) => changesOf(valuesOf(before), valuesOf(after), ['kinds', 'on']),
    )
    return withoutSecret(changed)
  })

  mount(removeWebhook, async (call) => {
    const { id } = call.params
    const { url } = await channels.webhook(id)
    const event = { actor: actorOf(call), action: 'webhook.remove', object: url }
    await auditedChange(audit, event, (transaction) => channels.remove(transaction, id))
    return {}
  })

  mount(testWebhook, async ({ params }) => {
    const target = await channels.webhook(params.id)
    return sender.send(target, { id: randomUUID(), type: 'test', at: Date.now(), data: {} })
  })

  mount(listMails, async () => {
    const [items, users] = await Promise.all([deliveries.log(null), parts.recipients()])
    return {
      items: items.map(({ userId, ...item }) => ({
        ...item,
        to: users.find(({ id }) => id === userId)?.name ?? null,
      })),
    }
  })

  mount(listDeliveries, async ({ params }) => {
    await channels.webhook(params.id)
    return { items: await deliveries.log(params.id) }
  })
}
