import { lookup as lookUp } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { request } from 'undici'
import type { Attempt } from '#contract/notification-channels.ts'
import { dispatcherOf, isLoopback, type Network } from '#upstream/send.ts'

const notPublic = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv6')

/** True for an address that is not on the public internet: loopback, private, link-local, multicast. */
export const isPrivateAddress = (address: string): boolean =>
  notPublic.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

class PrivateAddress extends Error {
  readonly code = 'EPRIVATE'
}

/** Looks a name up for a connection, and refuses it when one of its addresses is private: no later look-up can differ. */
const publicLookUp: LookupFunction = (host, options, callback) =>
  lookUp(host, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error !== null || first === undefined) callback(error ?? new Error('no address'), '')
    else if (addresses.some(({ address }) => isPrivateAddress(address))) callback(new PrivateAddress(), '')
    else if (options.all === true) callback(null, addresses)
    else callback(null, first.address, first.family)
  })

export interface Message {
  /** The same for each attempt. */
  id: string
  type: string
  /** Epoch milliseconds. */
  at: number
  data: object
}

/**
 * Posts messages as Standard Webhooks describes them. Follows no redirect. A proxy looks names up, so it decides which networks it
 * reaches.
 */
export function createWebhookSender(privateNetworks: boolean, deadlineMs: number, network: Network) {
  const options = {
    connect: { timeout: deadlineMs, ...(privateNetworks ? {} : { lookup: publicLookUp }) },
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
  }
  const direct = dispatcherOf(network, true, options)
  const proxied = dispatcherOf(network, false, options)

  async function post(url: URL, secret: string, { id, type, at, data }: Message): Promise<Attempt> {
    const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data })
    const sentAt = new Date()
    const { statusCode, body: answer } = await request(url, {
      dispatcher: isLoopback(url) ? direct : proxied,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'extension-console',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
        'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
      },
      body,
      signal: AbortSignal.timeout(deadlineMs),
    })
    await answer.dump({ limit: 16_384 }).catch(() => undefined)
    const isDelivered = statusCode >= 200 && statusCode < 300
    return { status: statusCode, failure: isDelivered ? null : 'ESTATUS' }
  }

  return {
    /** Sends one message once. */
    async send(
      { url: text, secret }: { url: string; secret: string | null },
      message: Message,
    ): Promise<Attempt> {
      const url = new URL(text)
      if (secret === null) return { status: null, failure: 'ENOSECRET' }
      // An address is connected to without a look-up.
      const host = url.hostname.replace(/^\[|\]$/g, '')
      if (!privateNetworks && isIP(host) !== 0 && isPrivateAddress(host))
        return { status: null, failure: 'EPRIVATE' }
      try {
        return await post(url, secret, message)
      } catch (error) {
        if (error instanceof Error && error.name === 'TimeoutError')
          return { status: null, failure: 'ETIMEDOUT' }
        const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
        return { status: null, failure: typeof code === 'string' ? code : 'EFAILED' }
      }
    },
    close: async () => {
      await proxied.destroy()
      await direct.destroy()
    },
  }
}
export type WebhookSender = ReturnType<typeof createWebhookSender>
