/** Where a service is, and as which application the console calls it. */
export interface ServiceAddress {
  sandbox: boolean
  url: string
  extensionsUrl: string
  appId: string
  companyId: string | null
}

/** Returns scheme, host, port and path of a URL, without a trailing slash. */
export function normalUrl(text: string): string {
  const { protocol, host, pathname } = new URL(text)
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`
}

export const sandboxIdentity = 'sandbox'

/** Returns the `account` that a service's data has in the store. The sandbox's is the same on every port. */
export function serviceIdentity({ sandbox, url, extensionsUrl, appId, companyId }: ServiceAddress): string {
  if (sandbox) return sandboxIdentity
  const parts = [normalUrl(url), normalUrl(extensionsUrl), encodeURIComponent(appId)]
  return [...parts, ...(companyId === null ? [] : [companyId])].join(' ')
}

/** True for the account that an earlier version gave the same service: the extensions' URL as it was written, and the app ID. */
export function isEarlierIdentity(
  account: string,
  { sandbox, extensionsUrl, appId }: ServiceAddress,
): boolean {
  const space = account.indexOf(' ')
  const url = URL.parse(account.slice(0, Math.max(0, space)))
  if (url === null || account.slice(space + 1) !== appId) return false
  // The sandbox was on this address only, on any port.
  return sandbox ? url.hostname === '127.0.0.1' : normalUrl(url.href) === normalUrl(extensionsUrl)
}
