import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { messageFor } from '../api/message-for.ts'
import { useGuard } from '../BlockingRouter.tsx'
import { useT } from '../i18n/Language.tsx'
import { paths } from '../paths.ts'
import { removeDrafts } from '../preference.ts'
import { toast } from '../ui/toast.ts'
import { guardSession } from './waiting-calls.ts'
import { postSessionChange } from './session-channel.ts'
import { sessionQuery, signOutMutation } from './queries.ts'

/** Ends the session, after asking where work is unsaved; then nothing of it is left in this tab. */
export function useSignOut() {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { leave, dropAll } = useGuard()
  const { mutate, isPending } = useMutation({
    ...signOutMutation(),
    onSuccess: async ({ endSessionUrl }) => {
      dropAll()
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
    onError: (error) => toast({ message: t(messageFor(error).sentence), tone: 'failure' }),
  })
  return { signOut: () => leave(() => mutate()), pending: isPending }
}
