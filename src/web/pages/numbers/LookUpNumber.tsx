import { Alert, Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useT } from '../../i18n/Language.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { freshMutation, isFailed } from './queries.ts'
import { neutralColor } from '../../ui/text/meaning.ts'

/** Looks up in the service, on request, a number that the console does not know: the service may still know it. */
export function LookUpNumber({ ext }: { ext: string }) {
  const t = useT()
  const fresh = useMutation(freshMutation())
  const [read] = fresh.data ?? []
  const unknown = read?.problem === 'extension-not-found'
  return (
    <Alert color={neutralColor} mb="sm" title={t('numbers.notHeld', { ext })}>
      {unknown ? (
        <output>{t('numbers.notHeld.unknown', { ext })}</output>
      ) : (
        <Group gap="sm">
          {t('numbers.notHeld.next')}
          <Button
            variant="filled"
            size="compact-sm"
            loading={fresh.isPending}
            onClick={() => fresh.mutate({ numbers: [ext] })}
          >
            {t('numbers.lookUp', { ext })}
          </Button>
        </Group>
      )}
      <ErrorAlert error={fresh.error} />
      {read !== undefined && isFailed(read) && <output>{t('numbers.refresh.failed', { ext })}</output>}
    </Alert>
  )
}
