import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { isUnanswered, type UpstreamError } from '../errors.ts'
import type { ServiceName } from '../operations.ts'
import { isLoopback } from '../send.ts'
import { clockGapMs, tokenRequest } from '../token.ts'
import type { Probe } from './probe.ts'
import { fail, pass, warn, type Outcome } from './step.ts'

const connectMs = 2_000

/**
 * Returns whose certificate a host has, and until when. Sends nothing: the requests of the check go through the pipe, which
 * verifies the certificate.
 */
function certificateOf(host: string, port: string): Promise<Record<string, string>> {
  const { promise, resolve } = Promise.withResolvers<Record<string, string>>()
  const socket: TLSSocket = connect(
    {
      host,
      port: port === '' ? 443 : Number(port),
      ...(isIP(host) === 0 ? { servername: host } : {}),
      rejectUnauthorized: false,
      timeout: connectMs,
    },
    () => {
      const { subject, issuer, valid_to: until } = socket.getPeerCertificate()
      const nameOf = (name: typeof subject | undefined) => String(name?.CN ?? name?.O ?? '')
      resolve({
        subject: nameOf(subject),
        issuer: nameOf(issuer),
        until: new Date(until).toISOString(),
        tls: socket.getProtocol() ?? '',
      })
      socket.destroy()
    },
  )
  const none = () => {
    socket.destroy()
    resolve({})
  }
  socket.once('error', none).once('timeout', none)
  return promise
}

/** Says why no connection to a host came about, and which setting to look at. */
async function unconnected(
  { kind, code }: UpstreamError,
  { host, hasProxy, setting }: { host: string; hasProxy: boolean; setting: string },
): Promise<Outcome> {
  if (kind === 'timeout') return fail('timeout', { host }, hasProxy ? 'HTTPS_PROXY' : setting)
  if (code?.startsWith('proxy') === true) return fail('proxy-refused', { code }, 'HTTPS_PROXY')
  if (hasProxy) return fail('no-connection', { host }, 'HTTPS_PROXY')
  const isResolved = await lookup(host).then(
    () => true,
    () => false,
  )
  return fail(isResolved ? 'no-connection' : 'unresolved', { host }, setting)
}

/** Connects to a base URL with a request that changes nothing. Any answer will do, unless it says that the path is wrong. */
async function connects(
  probe: Probe,
  service: ServiceName,
  ask: () => Promise<UpstreamError | null>,
): Promise<Outcome> {
  const { url, extensionsUrl, network = {} } = probe.input
  const base = new URL(service === 'v5' ? url : extensionsUrl)
  const setting = service === 'v5' ? 'UPSTREAM_URL' : 'UPSTREAM_EXTENSIONS_URL'
  const hasProxy = (network.httpProxy ?? network.httpsProxy) !== undefined && !isLoopback(base)
  const error = await ask()
  const host = base.hostname.replaceAll(/[[\]]/g, '')
  const certificate = base.protocol === 'https:' && !hasProxy ? await certificateOf(host, base.port) : {}
  const code = error?.code ?? ''
  const status = probe.latest?.status
  // Some gateways answer a wrong path with an envelope.
  if (status === 404 || status === 405) return fail('not-offered', { host, code: `HTTP ${status}` }, setting)
  if (error?.kind === 'not-offered') return fail('not-offered', { host, code }, setting)
  // A redirect; at the extension operations it may lead to the page for signing in, because the request has no credential.
  if (service === 'v5' && error?.kind === 'invalid' && code.startsWith('HTTP 3'))
    return fail('invalid', { host, code }, setting)
  if (error?.kind === 'certificate') {
    const at = code === 'certificate untrusted' ? 'UPSTREAM_CA_FILE' : setting
    return fail('certificate', { host, code, ...certificate }, at)
  }
  if (isUnanswered(error)) return unconnected(error, { host, hasProxy, setting })
  return 'tls' in certificate ? pass('answers-tls', certificate) : pass('answers')
}

/** Operation 1 without parameters, which issues no token. */
export async function address(probe: Probe): Promise<Outcome> {
  return connects(probe, 'v5', async () => {
    const { error, clockDifference } = await probe.askWithout(tokenRequest({}))
    probe.facts.clockDifference = clockDifference
    return error
  })
}

/** Operation 8 without a credential. Its answer also tells what a missing credential looks like. */
export async function extensionsAddress(probe: Probe): Promise<Outcome> {
  return connects(probe, 'extensions', async () => {
    const { firstPage } = probe.profile.operations.idlePage
    const request = probe.requests().idlePage({ page: Math.max(firstPage, 1), pageSize: 5 })
    const answer = await probe.askWithout(request)
    probe.facts.withoutCredential = answer
    return answer.error
  })
}

export async function clock({ facts: { clockDifference } }: Probe): Promise<Outcome> {
  if (clockDifference === null) return pass('clock-unknown')
  const seconds = Math.round(Math.abs(clockDifference) / 1000)
  return seconds * 1000 < clockGapMs
    ? pass('clock-same', { seconds })
    : warn('clock-apart', { seconds }, 'clock')
}
