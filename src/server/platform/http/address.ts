import { BlockList, isIP } from 'node:net'

/** Reads the peer's address from the Node adapter's environment; empty when the app is called in process. */
function peerOf(env: unknown): string {
  if (typeof env !== 'object' || env === null || !('incoming' in env)) return ''
  const { incoming } = env
  if (typeof incoming !== 'object' || incoming === null || !('socket' in incoming)) return ''
  const { socket } = incoming
  if (typeof socket !== 'object' || socket === null || !('remoteAddress' in socket)) return ''
  return typeof socket.remoteAddress === 'string' ? socket.remoteAddress.replace(/^::ffff:/, '') : ''
}

/**
 * Returns a reader for the caller's address. When the peer is a trusted proxy, the reader returns the last hop in
 * `X-Forwarded-For` that is not a trusted proxy, because the caller can invent earlier hops.
 */
export function addressReader(trustedProxies: readonly string[]): (request: Request, env: unknown) => string {
  const trusted = new BlockList()
  for (const range of trustedProxies) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  return (request, env) => {
    const peer = peerOf(env)
    if (!isTrusted(peer)) return peer
    const hops = (request.headers.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
    return hops.findLast((hop) => isIP(hop) !== 0 && !isTrusted(hop)) ?? peer
  }
}
