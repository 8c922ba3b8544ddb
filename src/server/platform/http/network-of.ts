import { isIPv6 } from 'node:net'

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'))

/** An IPv4 address, or the first groups of 16 bits of an IPv6 one. */
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

/** An IPv4 address, or the /64 of an IPv6 one: a customer with one of its addresses has all of them (RFC 6177). */
export const networkOf = (address: string): string => beginningOf(address, 4)

/** An IPv4 address, or the /48 of an IPv6 one: as much as one customer of a provider gets, with all its networks (RFC 6177). */
export const siteOf = (address: string): string => beginningOf(address, 3)
