import { text } from 'node:stream/consumers'
import { Provider, type KoaContextWithOIDC } from 'oidc-provider'
import * as z from 'zod'

/**
 * A real OpenID provider (oidc-provider) as a process of its own, for one client. Typing a name signs in as that person; what
 * is claimed about people comes over the process's channel and can change at any time.
 */
const environment = z.object({
  PORT: z.coerce.number(),
  CLIENT_SECRET: z.string(),
  REDIRECT_URI: z.string(),
  BACK_URI: z.string(),
})
const { PORT, CLIENT_SECRET, REDIRECT_URI, BACK_URI } = environment.parse(process.env)
const issuer = `http://127.0.0.1:${PORT}`

const people = z.record(z.string(), z.record(z.string(), z.unknown()))
let known: z.infer<typeof people> = {}
process.on('message', (message) => {
  known = people.parse(message)
  process.send?.('heard')
})
// The process that started it is gone.
process.on('disconnect', () => process.exit(0))

const page = (title: string, form: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${form}</main></html>`

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'console',
      client_secret: CLIENT_SECRET,
      redirect_uris: [REDIRECT_URI],
      post_logout_redirect_uris: [BACK_URI],
    },
  ],
  claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'], groups: ['groups'] },
  cookies: { keys: ['a key of the provider'] },
  findAccount: (_ctx, accountId) => ({
    accountId,
    claims: () => ({ sub: accountId, ...known[accountId] }),
  }),
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  // No one is asked for consent.
  async loadExistingGrant({ oidc }) {
    const grant = new provider.Grant({
      clientId: oidc.client?.clientId ?? '',
      accountId: oidc.session?.accountId ?? '',
    })
    grant.addOIDCScope('openid profile email groups')
    await grant.save()
    return grant
  },
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource(ctx, form) {
        ctx.body = page(
          'Sign out of the provider',
          `${form}<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>`,
        )
      },
    },
  },
  ttl: { Session: 3600, Grant: 3600, Interaction: 3600, AccessToken: 600, IdToken: 600 },
})

type Context = Pick<KoaContextWithOIDC, 'req' | 'res' | 'method' | 'body' | 'respond'>

async function interaction(ctx: Context): Promise<void> {
  const { uid } = await provider.interactionDetails(ctx.req, ctx.res)
  if (ctx.method === 'GET') {
    const fields = '<label>Name <input name="login" required></label><button>Continue</button>'
    ctx.body = page('Provider', `<form method="post" action="/interaction/${uid}">${fields}</form>`)
    return
  }
  const accountId = new URLSearchParams(await text(ctx.req)).get('login') ?? ''
  const result = Object.hasOwn(known, accountId)
    ? { login: { accountId } }
    : { error: 'access_denied', error_description: 'no person of that name' }
  await provider.interactionFinished(ctx.req, ctx.res, result)
  ctx.respond = false
}

provider.use((ctx, next) => (ctx.path.startsWith('/interaction/') ? interaction(ctx) : next()))
provider.listen(PORT, '127.0.0.1', () => process.send?.('listening'))
