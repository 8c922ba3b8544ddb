import { generateKeyPairSync, sign } from 'node:crypto'

/** Encodes DER, the format of X.509: a tag, the length and the content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 0x80 ? [length] : length < 0x1_00 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const integer = (value: number) => der(0x02, Buffer.from([value]))
const identifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'))
const commonName = identifier('550403')
const subjectAltName = identifier('551d11')
/** Encodes epoch ms as a UTCTime, `YYMMDDhhmmssZ`. */
const time = (at: number) =>
  der(0x17, Buffer.from(`${new Date(at).toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`))

/** Creates a self-signed certificate for a host name or IPv4 address, valid between two epoch ms. Returns `cert` and `key` as PEM. */
export function selfSigned(host: string, { from, until }: { from: number; until: number }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(host)))))
  const isAddress = /^[\d.]+$/.test(host)
  const shownHost = isAddress
    ? der(0x87, Buffer.from(host.split('.').map(Number)))
    : der(0x82, Buffer.from(host))
  const content = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(subjectAltName, der(0x04, sequence(shownHost))))),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  const whole = sequence(content, ecdsaWithSha256, signature).toString('base64')
  const lines = [
    '-----BEGIN CERTIFICATE-----',
    ...(whole.match(/.{1,64}/g) ?? []),
    '-----END CERTIFICATE-----',
  ]
  return {
    cert: `${lines.join('\n')}\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
