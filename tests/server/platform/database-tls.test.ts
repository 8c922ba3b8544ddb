import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startupError } from '#server/platform/config/startup-error.ts'
import { openDatabase } from '#server/platform/database/database.ts'

/** A self-signed certificate for `db.example.com`, valid until 2126; its key protects nothing. */
const cert = `-----BEGIN CERTIFICATE-----
MIIBpTCCAUqgAwIBAgIUL0z9bodxoCbaHCq+dsEmW1mGGgMwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOZGIuZXhhbXBsZS5jb20wIBcNMjYxMTIyMTY1NDI0WhgPMjEy
NjEwMjkxNjU0MjRaMBkxFzAVBgNVBAMMDmRiLmV4YW1wbGUuY29tMFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAE9OwJJWG0adHvwVNKvAm0/B6Q9rZ8Q6gBJ4TC4iI9
5RZrzk1ySWajfYbpIrbf7gTxfxW2kgu67X0XZjQwRERkwaNuMGwwHQYDVR0OBBYE
FPjqdfFg6kr2CsUQVFT3OnS/O5MJMB8GA1UdIwQYMBaAFPjqdfFg6kr2CsUQVFT3
OnS/O5MJMA8GA1UdEwEB/wQFMAMBAf8wGQYDVR0RBBIwEIIOZGIuZXhhbXBsZS5j
b20wCgYIKoZIzj0EAwIDSQAwRgIhAMO5vpwiMlcDW/EFq7Yj3LdfBfW8dSCr1igj
QuH8/3rCAiEA6aFTmTp7ucwbWeOaJlRKPflNsPAQ/fBcuv6IDf962mw=
-----END CERTIFICATE-----`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkHFnkFRV9eZHXjOr
42+Gvr4aNBVMhkZyq3xW1bP/jEqhRANCAAT07AklYbRp0e/BU0q8CbT8HpD2tnxD
qAEnhMLiIj3lFmvOTXJJZqN9hukitt/uBPF/FbaSC7rtfRdmNDBERGTB
-----END PRIVATE KEY-----`

const directory = mkdtempSync(join(tmpdir(), 'console-tls-'))
const certFile = join(directory, 'cert.pem')
writeFileSync(certFile, cert)

/** A PostgreSQL server that implements only the TLS handshake. */
const server = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.once('data', () => {
    socket.write('S')
    new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => undefined)
  })
})
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(() => {
  server.close()
  rmSync(directory, { recursive: true })
})

test('rejects a server with an untrusted certificate in one sentence', async () => {
  const url = `postgres://console@127.0.0.1:${port}/console?sslmode=verify-full`
  const error: unknown = await openDatabase({ url }).catch((caught: unknown) => caught)
  expect(startupError(error)).toMatch(
    /^DATABASE_URL: the database's certificate is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\); /,
  )
})

test.each([
  [certFile, 'ENOTDIR'],
  [join(directory, 'nowhere'), 'ENOENT'],
])('names a missing socket: %s', async (host, code) => {
  const url = `postgres://console:secret-word@${encodeURIComponent(host)}/console`
  const error: unknown = await openDatabase({ url }).catch((caught: unknown) => caught)
  expect(startupError(error)).toBe(
    `DATABASE_URL: there is no database at the socket ${host}/.s.PGSQL.5432 (${code}); give the folder of its socket as host, such as postgres://user@%2Fvar%2Frun%2Fpostgresql/name`,
  )
})

test('rejects a server whose certificate is for another name', async () => {
  const url = `postgres://console@127.0.0.1:${port}/console?sslmode=verify-full&sslrootcert=${certFile}`
  const error: unknown = await openDatabase({ url }).catch((caught: unknown) => caught)
  expect(startupError(error)).toMatch(
    /^DATABASE_URL: the database's certificate is not trusted \(ERR_TLS_CERT_ALTNAME_INVALID\); /,
  )
})
