import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

type Cbor = number | string | Buffer | Map<number | string, Cbor>
/** Encodes the few types of CBOR (RFC 8949) that WebAuthn needs. */
function cbor(value: Cbor): Buffer {
  const head = (type: number, count: number) =>
    count < 24
      ? Buffer.from([(type << 5) | count])
      : count < 256
        ? Buffer.from([(type << 5) | 24, count])
        : Buffer.from([(type << 5) | 25, count >> 8, count & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, each]) => [cbor(key), cbor(each)])
  return Buffer.concat([head(5, value.size), ...entries])
}

const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

interface Ceremony {
  /** The challenge in the server's options. */
  challenge: string
  origin?: string
  /** False: the device did not check its user's fingerprint, face or PIN. */
  isVerified?: boolean
}

/** A device with one passkey for the domain, as in WebAuthn Level 3, with ES256 and no attestation. */
export function createAuthenticator(domain: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0

  const clientData = (type: string, { challenge, origin = `https://${domain}` }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function authData({ isVerified = true }: Ceremony, credential = Buffer.alloc(0)): Buffer {
    const flags = userPresent | (isVerified ? userVerified : 0) | (credential.length > 0 ? hasCredential : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([sha256(domain), Buffer.from([flags]), count, credential])
  }

  const answer = (response: Record<string, unknown>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    /** Returns the JSON of a new passkey (RegistrationResponseJSON). */
    make(ceremony: Ceremony) {
      const key = new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)])
      const object = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData(ceremony, credential)],
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
        attestationObject: cbor(object).toString('base64url'),
        transports: ['internal'],
      })
    },

    /** Returns the JSON of a use of the passkey (AuthenticationResponseJSON). */
    use(ceremony: Ceremony) {
      const [data, client] = [authData(ceremony), clientData('webauthn.get', ceremony)]
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      })
    },
  }
}
export type Authenticator = ReturnType<typeof createAuthenticator>
