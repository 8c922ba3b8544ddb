import { useMutation } from '@tanstack/react-query'
import type { Settings } from '#contract/settings.ts'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { changeSettingsMutation } from './queries.ts'

/** Saves one setting. Each setting has its own mutation, so that its error stays visible while another setting is saved. */
export function useSetting<Name extends keyof Settings>(name: Name) {
  const t = useT()
  const { mutate, error, isPending, variables } = useMutation(changeSettingsMutation())
  return {
    save: (value: Settings[Name]) =>
      mutate(
        { [name]: value },
        { onSuccess: () => toast({ id: 'settings', tone: 'success', message: t('settings.saved') }) },
      ),
    isPending,
    /** The value being saved, or the last one saved. */
    next: variables?.[name],
    /** Why the value could not be saved. */
    refusal: error === null ? undefined : t('settings.refused', { reason: t(messageFor(error).sentence) }),
  }
}
