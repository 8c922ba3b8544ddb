import { useMutation } from '@tanstack/react-query'
import type { Settings } from '#contract/settings.ts'
import { messageFor } from '../api/message-for.ts'
import { useT } from '../i18n/Language.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { changeSettingsMutation } from './queries.ts'

/** One setting on its way to the console's store. Each has its own: what one could not save stays said while another is saved. */
export function useSetting<Name extends keyof Settings>(name: Name) {
  const t = useT()
  const { mutate, error, isPending, variables } = useMutation(changeSettingsMutation())
  return {
    save: (value: Settings[Name]) =>
      mutate(
        { [name]: value },
        { onSuccess: () => void toast({ id: 'settings', tone: 'success', message: t('settings.saved') }) },
      ),
    isPending,
    /** What is being saved, or was last. */
    wanted: variables?.[name],
    /** Why it could not be saved. */
    refusal: error === null ? undefined : t('settings.refused', { reason: t(messageFor(error).sentence) }),
  }
}
