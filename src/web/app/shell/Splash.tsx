import { Center, Loader } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'

/** Shown before the session is known: a loader, or the error. */
export function Splash({ error, retry }: { error: Error | null; retry: () => void }) {
  const t = useT()
  const loader = <Loader aria-label={t('state.loading')} type="dots" />
  return (
    <main>
      <Center mih="100dvh">{error === null ? loader : <ErrorState error={error} retry={retry} />}</Center>
    </main>
  )
}
