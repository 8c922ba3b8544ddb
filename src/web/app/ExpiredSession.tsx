import { Suspense } from 'react'
import { useT } from '../i18n/Language.tsx'
import { lazyNext } from '../lib/lazy.ts'
import { paths } from '../lib/paths.ts'
import shell from './shell/Shell.module.css'
import { ErrorBoundary } from '../ui/feedback/ErrorBoundary.tsx'
import { useReauthNeeded } from '../api/reauthentication.ts'

const SessionExpiredOverlay = lazyNext(
  async () => (await import('../auth/sign-in/SessionExpiredOverlay.tsx')).SessionExpiredOverlay,
)

/** Replaces the overlay when it cannot load, for example after a newer build has removed the files of this one. */
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

/** Offers to sign in again while calls wait for a session. */
export function ExpiredSession() {
  if (!useReauthNeeded()) return null
  return (
    <ErrorBoundary instead={<SignInElsewhere />}>
      <Suspense fallback={null}>
        <SessionExpiredOverlay />
      </Suspense>
    </ErrorBoundary>
  )
}
