import { Center, Loader } from '@mantine/core'
import { useT } from '../i18n/Language.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'

/** Before the session is known: nothing to show yet, or why there is nothing. */
export function Splash({ error, retry }: { error: Error | null; retry: () => void }) {
  const t = useT()
  return (
    <main>
      <Center mih="100dvh">
        {error === null ? (
          <Loader aria-label={t('state.loading')} type="dots" />
        ) : (
          <ErrorState error={error} retry={retry} />
        )}
      </Center>
    </main>
  )
}
