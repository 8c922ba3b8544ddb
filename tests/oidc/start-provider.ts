import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compileCache } from '../compile-cache.ts'
import { freePort } from '../stores/postgres.ts'

type People = Record<string, Record<string, unknown>>

/** Starts a real OpenID provider for the console at `consoleUrl`. */
export async function startProvider(consoleUrl: string, people: People) {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const secret = 'the secret of the client'
  const child = fork(join(import.meta.dirname, 'provider.ts'), {
    env: {
      PATH: process.env['PATH'],
      ...compileCache,
      PORT: String(port),
      CLIENT_SECRET: secret,
      REDIRECT_URI: `${consoleUrl}/api/auth/sso/callback`,
      BACK_URI: `${consoleUrl}/sign-in`,
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const exited = once(child, 'exit').then(() => {
    throw new Error('the provider ended before it listened')
  })
  await Promise.race([once(child, 'message'), exited])
  exited.catch(() => undefined)
  const setPeople = async (about: People) => {
    child.send(about)
    await once(child, 'message')
  }
  await setPeople(people)
  return {
    issuer,
    /** The console's configuration for this provider. */
    oidc: {
      issuer,
      clientId: 'console',
      clientSecret: secret,
      roleClaim: 'groups',
      secondFactorValues: null,
      roleValues: {
        admin: 'console-admins',
        supervisor: 'console-supervisors',
        'help-desk': 'console-help-desk',
        auditor: 'console-auditors',
      },
    },
    /** Replaces the people and their claims. */
    setPeople,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
