import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { currentSession } from '#contract/session.ts'
import { call } from '../../api/call.ts'
import { useNavigationBlocker } from '../../lib/navigation-blocker.ts'
import { useT } from '../../i18n/Language.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { resumeRequests } from '../../api/reauthentication.ts'
import { sessionQuery } from './queries.ts'

/** Reloads the console for another user, without asking about the previous user's unsaved work. */
export function useReloadForUser(): () => void {
  const { unblockAll } = useNavigationBlocker()
  return useCallback(() => {
    unblockAll()
    window.location.reload()
  }, [unblockAll])
}

/**
 * Returns a function to call after a sign-in, in this tab or in another tab. The same user continues, and the waiting calls are sent;
 * for another user, the console reloads. Throws `ApiError`. Bypasses the cache, which belongs to this tab's user.
 */
export function useResumeSession(userId: string): () => Promise<void> {
  const t = useT()
  const client = useQueryClient()
  const reloadForUser = useReloadForUser()
  return useCallback(async () => {
    const session = await call(currentSession, { reauthenticate: false })
    if (session.user.id !== userId) {
      reloadForUser()
      return
    }
    client.setQueryData(sessionQuery().queryKey, session)
    if (resumeRequests()) announce(t('session.again'))
  }, [client, t, userId, reloadForUser])
}
