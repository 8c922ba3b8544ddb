import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useT } from '../../i18n/Language.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { useFailureToast } from '../../ui/feedback/failure-toast.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { freshMutation } from './queries.ts'

/** Reads one number from the service again. */
export function CheckAgain({ ext }: { ext: string }) {
  const t = useT()
  const onError = useFailureToast()
  // Not as options of `mutate`: those are dropped when the row leaves the list before the answer.
  const fresh = useMutation({
    ...freshMutation(),
    onSuccess: ([read]) => {
      const item = read?.item ?? null
      if (read?.problem != null && read.problem !== 'extension-not-found')
        toast({ tone: 'failure', message: t('inventory.refresh.failed', { ext }) })
      else if (item !== null)
        announce(t('inventory.refresh.done', { ext, state: t(`inventory.state.${item.state}`) }))
    },
    onError,
  })
  const label = t('inventory.refresh.one', { ext })
  return (
    <Button
      size="compact-xs"
      variant="light"
      aria-label={label}
      loading={fresh.isPending}
      onClick={() => fresh.mutate({ numbers: [ext] })}
    >
      {t('numbers.checkAgain')}
    </Button>
  )
}
