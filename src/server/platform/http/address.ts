import { BlockList, isIP, isIPv6 } from 'node:net'

/**
 * Returns a reader for the caller's address. When the peer is a trusted proxy, the reader returns the last hop in
 * `X-Forwarded-For` that is not a trusted proxy, because the caller can invent earlier hops. (proxy-addr returns that hop as it is
 * written: one with a port, as some proxies send it, would be another network for each connection.)
 */
export function addressReader(
  trustedProxies: readonly string[],
): (peer: string | undefined, forwardedFor: string | undefined) => string {
  const trusted = new BlockList()
  for (const range of trustedProxies) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  return (remote = '', forwardedFor = '') => {
    const peer = remote.replace(/^::ffff:/, '')
    if (trustedProxies.length === 0 || !isTrusted(peer)) return peer
    const hops = forwardedFor.split(',').map((hop) => hop.trim())
    return hops.findLast((hop) => isIP(hop) !== 0 && !isTrusted(hop)) ?? peer
  }
}

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'))

/** Returns an IPv4 address, or the first `count` groups of 16 bits of an IPv6 address. */
function beginningOf(address: string, count: number): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [front = [], back = []] = address.split('::').map(groupsOf)
  const zeros = Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  return [...front, ...zeros, ...back]
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** Returns an IPv4 address, or the /64 of an IPv6 address: a customer always has the whole /64 (RFC 6177). */
export const networkOf = (address: string): string => beginningOf(address, 4)

/** Returns an IPv4 address, or the /48 of an IPv6 address: the most a customer gets for all its networks (RFC 6177). */
export const siteOf = (address: string): string => beginningOf(address, 3)
