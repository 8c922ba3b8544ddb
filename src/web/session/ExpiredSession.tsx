import { Suspense } from 'react'
import { useT } from '../i18n/Language.tsx'
import { later } from '../later.ts'
import { paths } from '../paths.ts'
import shell from '../shell/Shell.module.css'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { useGateShut } from './gate.ts'

const SessionExpiredOverlay = later(
  async () => (await import('./SessionExpiredOverlay.tsx')).SessionExpiredOverlay,
)

/** In place of an overlay that cannot be fetched, as after a newer build took the older one's files away. */
function SignInElsewhere() {
  const t = useT()
  return (
    <div className={`${shell.banner} ${shell.pinned}`} role="alert">
      <strong>{t('session.expired')}</strong>
      <a href={paths.signIn()} target="_blank" rel="noopener">
        {t('session.elsewhere')}
      </a>
      <span>{t('session.elsewhere.text')}</span>
    </div>
  )
}

/** The way back in while calls wait at the gate. */
export function ExpiredSession() {
  if (!useGateShut()) return null
  return (
    <ErrorBoundary instead={<SignInElsewhere />}>
      <Suspense fallback={null}>
        <SessionExpiredOverlay />
      </Suspense>
    </ErrorBoundary>
  )
}
