import { Center, Loader } from '@mantine/core'
import { Suspense } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { lazyFeature } from '../../lib/lazy.ts'

const ErrorState = lazyFeature(async () => (await import('../../ui/feedback/ErrorState.tsx')).ErrorState)

/** Shown before the session is known: a loader, or the error. */
export function Splash({ error, retry }: { error: Error | null; retry: () => void }) {
  const t = useT()
  const loader = <Loader aria-label={t('state.loading')} type="dots" />
  return (
    <main>
      <Center mih="100dvh">
        <Suspense fallback={loader}>
          {error === null ? loader : <ErrorState error={error} retry={retry} />}
        </Suspense>
      </Center>
    </main>
  )
}
