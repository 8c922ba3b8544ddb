import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { signOut } from '#contract/session.ts'
import { write } from '../../api/endpoint-queries.ts'
import { useNavigationBlocker } from '../../lib/navigation-blocker.ts'
import { paths } from '../../lib/paths.ts'
import { hasDraft, removeDrafts } from '../../lib/preference.ts'
import { useFailureToast } from '../../ui/feedback/toast.ts'
import { guardSession } from '../../api/reauthentication.ts'
import { postSessionChange } from './session-channel.ts'
import { sessionQuery } from './queries.ts'

/** Ends the session, after a question if unsaved work or a draft would be lost. Then removes all of the session's data from this tab. */
export function useSignOut() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const onError = useFailureToast()
  const { confirmLeave, confirmLoss, unblockAll } = useNavigationBlocker()
  const { mutate, isPending } = useMutation({
    ...write(signOut),
    onSuccess: async ({ endSessionUrl }) => {
      unblockAll()
      const user = client.getQueryData(sessionQuery().queryKey)?.user
      if (user !== undefined) removeDrafts(user.id)
      guardSession(false)
      postSessionChange()
      if (endSessionUrl !== undefined) {
        window.location.assign(endSessionUrl)
        return
      }
      await navigate(paths.signIn())
      client.clear()
    },
    onError,
  })
  const end = () => mutate({ reauthenticate: false })
  const askAndEnd = () => {
    const user = client.getQueryData(sessionQuery().queryKey)?.user
    if (user !== undefined && hasDraft(user.id)) confirmLoss('signOut', end)
    else confirmLeave(end)
  }
  return { signOut: askAndEnd, pending: isPending }
}
