/** Matches every character that RFC 3261, 25.1 requires to be escaped in the password of a SIP URI. */
const plain = /[^A-Za-z0-9\-_.!~*'()&=+$,]/g

const escaped = (character: string) =>
  [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')

/** Returns the account as a SIP URI with its password (RFC 3261, 19.1.1), for softphones that read SIP URIs. */
export const sipUri = ({
  ext,
  domain,
  password,
}: {
  ext: string
  domain: string
  password: string
}): string => `sip:${ext}:${password.replaceAll(plain, escaped)}@${domain}`
