import { ActionIcon } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useT } from '../../i18n/Language.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { useFailureToast } from '../../ui/feedback/failure-toast.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { freshMutation } from './queries.ts'

/** Refreshes one extension from the service. */
export function RefreshButton({ ext }: { ext: string }) {
  const t = useT()
  const fresh = useMutation(freshMutation())
  const onError = useFailureToast()
  const label = t('inventory.refresh.one', { ext })
  const refresh = () =>
    fresh.mutate(
      { numbers: [ext] },
      {
        onSuccess: ([read]) => {
          const item = read?.item ?? null
          if (read?.problem != null && read.problem !== 'extension-not-found')
            toast({ tone: 'failure', message: t('inventory.refresh.failed', { ext }) })
          else if (item !== null)
            announce(t('inventory.refresh.done', { ext, state: t(`inventory.state.${item.state}`) }))
        },
        onError,
      },
    )
  return (
    <ActionIcon size="sm" aria-label={label} title={label} loading={fresh.isPending} onClick={refresh}>
      <IconRefresh size={14} aria-hidden />
    </ActionIcon>
  )
}
