import { Center, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import type { Session } from '#contract/session.ts'
import { hasCode } from '../api/api-error.ts'
import { paths } from '../lib/paths.ts'
import { setPreferenceUser } from '../lib/preference.ts'
import { Shell } from './shell/Shell.tsx'
import { onSessionChange, postSessionChange } from '../entities/session/session-channel.ts'
import { sessionQuery } from '../entities/session/queries.ts'
import { SessionProvider } from '../entities/session/SessionContext.tsx'
import { useReloadForUser, useResumeSession } from '../entities/session/use-resume-session.ts'
import { guardSession, waitForReauth } from '../api/reauthentication.ts'
import { lazyPage } from '../i18n/lazy-page.ts'
import { useT } from '../i18n/Language.tsx'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { Later } from '../ui/feedback/Later.tsx'
import { Dialogs } from '../ui/form/dialogs.tsx'

const FirstVisit = lazyPage(
  'account',
  async () => (await import('../pages/account/FirstVisit.tsx')).FirstVisit,
)
const SessionDialogs = lazyPage(
  'sign-in',
  async () => (await import('../pages/sign-in/SessionDialogs.tsx')).SessionDialogs,
)

/**
 * One user's session, which owns all cached data, unsaved work and waiting calls. When the session expires, an overlay covers the
 * page instead of leaving it. Once the session belongs to another user, the page shows and sends nothing more.
 */
function UserSession({ session: latest }: { session: Session }) {
  const [first] = useState(() => {
    setPreferenceUser(latest.user.id)
    return latest
  })
  const isSameUser = latest.user.id === first.user.id
  const session = isSameUser ? latest : first
  const reloadForUser = useReloadForUser()
  const resumeSession = useResumeSession(first.user.id)
  useLayoutEffect(() => {
    guardSession(true)
    postSessionChange()
    return () => guardSession(false)
  }, [])
  useEffect(() => {
    if (!isSameUser) reloadForUser()
  }, [isSameUser, reloadForUser])
  useEffect(
    () =>
      onSessionChange(() => {
        resumeSession().catch((error: unknown) => {
          if (hasCode(error, 'unauthenticated')) void waitForReauth()
        })
      }),
    [resumeSession],
  )
  return (
    <SessionProvider session={session}>
      <Suspense fallback={null}>
        {session.mustChangePassword || session.secondFactorNeed !== undefined ? (
          <FirstVisit />
        ) : (
          <Shell>
            <Outlet />
          </Shell>
        )}
      </Suspense>
      <Dialogs />
      {/* Mounted before they are needed, so that they are there when the server is not. */}
      <Later>
        <SessionDialogs />
      </Later>
    </SessionProvider>
  )
}

/** The console for a signed-in user; redirects to the sign-in page without a session. */
export function SignedIn() {
  const t = useT()
  const location = useLocation()
  const { data: session, error, refetch } = useQuery(sessionQuery())
  if (session !== undefined) return <UserSession session={session} />
  if (hasCode(error, 'unauthenticated')) {
    const requested = location.pathname === '/' ? undefined : location.pathname + location.search
    return <Navigate to={paths.signIn(requested)} replace />
  }
  return (
    <main>
      <Center mih="100dvh">
        {error === null ? (
          <Loader aria-label={t('state.loading')} type="dots" />
        ) : (
          <ErrorState error={error} retry={() => void refetch()} />
        )}
      </Center>
    </main>
  )
}
