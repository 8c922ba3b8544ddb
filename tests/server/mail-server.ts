import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

export const mailPassword = 'a-password-of-the-mail-server'

/** Returns the text of a mail, decoded. */
function bodyOf(mail: string): string {
  const [headers = '', ...parts] = mail.split('\r\n\r\n')
  const body = parts.join('\r\n\r\n')
  if (/Content-Transfer-Encoding: base64/i.test(headers)) return Buffer.from(body, 'base64').toString()
  if (!/Content-Transfer-Encoding: quoted-printable/i.test(headers)) return body
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** Starts a mail server that keeps what it gets; refuses as many mails as `refusals` says, and those to `refused`. With a certificate, it speaks TLS only. */
export async function startMailServer(certificate?: { cert: string; key: string }) {
  const mails: { to: string[]; body: string }[] = []
  const state = { refusals: 0, refused: '' }
  const server = new SMTPServer({
    authOptional: false,
    ...(certificate === undefined
      ? { allowInsecureAuth: true, disabledCommands: ['STARTTLS'] }
      : { secure: true, ...certificate }),
    onAuth: ({ username, password }, _session, done) =>
      username === 'console' && password === mailPassword
        ? done(null, { user: username })
        : done(new Error('wrong')),
    onRcptTo: ({ address }, _session, done) =>
      done(
        address === state.refused ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null,
      ),
    onData(stream, session, done) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        if (state.refusals > 0) {
          state.refusals--
          done(Object.assign(new Error('try later'), { responseCode: 451 }))
          return
        }
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ to, body: bodyOf(Buffer.concat(pieces).toString()) })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  return {
    mails,
    state,
    /** The settings of the console for this server. */
    settings: {
      host: '127.0.0.1',
      port: typeof address === 'object' ? (address?.port ?? 0) : 0,
      tls: certificate === undefined ? 'none' : 'tls',
      user: 'console',
      sender: 'console@example.com',
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
