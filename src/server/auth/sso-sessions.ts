import type { DBAdapter, InternalAdapter } from 'better-auth'
import type { SessionLimits } from './session-limits.ts'
import type { Entered, Person, ssoPlugin } from './sso-plugin.ts'

type Enter = typeof ssoPlugin.endpoints.enterBySso
type Store = Pick<DBAdapter, 'deleteMany'>

/** What single sign-on asks of better-auth. */
export const ssoCalls = (
  enter: Enter,
  {
    adapter,
    internalAdapter,
  }: { adapter: Store; internalAdapter: Pick<InternalAdapter, 'reserveVerificationValue'> },
  sessions: SessionLimits,
) => ({
  /** Begins a session for a person that the provider vouches for, in place of `replaced`; it goes into the cookies alone. */
  async enterBySso(body: Person, replaced: string | null): Promise<Entered & { cookies: string[] }> {
    const { headers, response } = await enter({ body, returnHeaders: true })
    if (response.refusal === null) await sessions.makeRoom(response.userId, replaced)
    return { ...response, cookies: headers.getSetCookie() }
  },

  /** True the first time only, on whichever replica; `until`, epoch ms, is when it may be forgotten. */
  async onceOnly(what: string, until: number): Promise<boolean> {
    await adapter.deleteMany({
      model: 'verification',
      where: [{ field: 'expiresAt', operator: 'lt', value: new Date() }],
    })
    return internalAdapter.reserveVerificationValue({
      identifier: what,
      value: '',
      expiresAt: new Date(until),
    })
  },
})
