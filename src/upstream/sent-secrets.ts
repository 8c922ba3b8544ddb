const removed = '•••'

/** Percent-encoded texts, with the hex digits in either case. */
const inEitherCase = (encoded: string): string[] => [
  encoded,
  encoded.replaceAll(/%[\dA-F]{2}/g, (hex) => hex.toLowerCase()),
]

/** Returns the forms in which a gateway repeats a secret of a request: as sent, and as in the request's URL. */
const spellingsOf = (secret: string): string[] => [
  secret,
  ...inEitherCase(encodeURIComponent(secret)),
  ...inEitherCase(new URLSearchParams([['', secret]]).toString().slice(1)),
]

/**
 * Returns what the service writes about a call (its message or reason) without the secrets that were sent with that call,
 * because gateways repeat the URL or the headers of a request that they refuse. Never used on records: a secret can be
 * equal to a record's number or domain.
 * @param secrets token, signature, app key, `authorization` and password of the call; null and empty ones are ignored
 */
export function withoutSecrets<Text extends string | null>(
  text: Text,
  secrets: readonly (string | null | undefined)[],
): Text | string {
  if (text === null) return text
  return secrets
    .flatMap((secret) => (secret == null || secret === '' ? [] : spellingsOf(secret)))
    .toSorted((one, other) => other.length - one.length)
    .reduce<string>((left, spelling) => left.replaceAll(spelling, removed), text)
}
