import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { currentSession } from '#contract/session.ts'
import { call } from '../api/call.ts'
import { useGuard } from '../GuardedRouter.tsx'
import { useT } from '../i18n/Language.tsx'
import { announce } from '../ui/announce.ts'
import { passGate } from './gate.ts'
import { sessionQuery } from './queries.ts'

/** Loads the console anew, for a user who is not this tab's: the browser does not ask them about somebody else's work. */
export function useBeginAnew(): () => void {
  const { dropAll } = useGuard()
  return useCallback(() => {
    dropAll()
    window.location.reload()
  }, [dropAll])
}

/**
 * After a sign-in, here or in another tab: the same user goes on, what waits at the gate with them; for another the console
 * begins anew. Throws `ApiError`. Past the cache, which is this user's.
 */
export function useGoOn(userId: string): () => Promise<void> {
  const t = useT()
  const client = useQueryClient()
  const beginAnew = useBeginAnew()
  return useCallback(async () => {
    const session = await call(currentSession, { gate: false })
    if (session.user.id !== userId) {
      beginAnew()
      return
    }
    client.setQueryData(sessionQuery().queryKey, session)
    if (passGate()) announce(t('session.again'))
  }, [client, t, userId, beginAnew])
}
