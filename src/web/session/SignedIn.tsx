import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { Session } from '#contract/session.ts'
import { hasCode } from '../api/api-error.ts'
import { later } from '../later.ts'
import { paths } from '../paths.ts'
import { Shell } from '../shell/Shell.tsx'
import { Splash } from '../shell/Splash.tsx'
import { ExpiredSession } from './ExpiredSession.tsx'
import { waitAtGate } from './gate.ts'
import { onOtherTabs, tellOtherTabs } from './other-tabs.ts'
import { sessionQuery } from './queries.ts'
import { SessionProvider } from './SessionContext.tsx'
import { StepUp } from './StepUp.tsx'
import { useBeginAnew, useGoOn } from './use-go-on.ts'
import { guardSession } from './waiting-calls.ts'

const FirstPassword = later(async () => (await import('../account/FirstPassword.tsx')).FirstPassword)

/**
 * One user's console: what is cached, unsaved or waits at the gate is theirs. The session's expiry is met by the gate's
 * overlay, not by leaving the page; once it is another user's, nothing more is shown or sent.
 */
function OwnConsole({ session: latest }: { session: Session }) {
  const [first] = useState(latest)
  const own = latest.user.id === first.user.id
  const session = own ? latest : first
  const beginAnew = useBeginAnew()
  const goOn = useGoOn(first.user.id)
  useLayoutEffect(() => {
    guardSession(true)
    tellOtherTabs()
    return () => guardSession(false)
  }, [])
  useEffect(() => {
    if (!own) beginAnew()
  }, [own, beginAnew])
  useEffect(
    () =>
      onOtherTabs(() => {
        goOn().catch((fault: unknown) => {
          if (hasCode(fault, 'unauthenticated')) void waitAtGate()
        })
      }),
    [goOn],
  )
  return (
    <SessionProvider session={session}>
      {session.mustChangePassword ? (
        <Suspense fallback={null}>
          <FirstPassword />
        </Suspense>
      ) : (
        <Shell />
      )}
      <StepUp />
      <ExpiredSession />
    </SessionProvider>
  )
}

/** Everything behind the sign-in. */
export function SignedIn() {
  const location = useLocation()
  const { data: session, error, refetch } = useQuery(sessionQuery())
  if (session !== undefined) return <OwnConsole session={session} />
  if (hasCode(error, 'unauthenticated')) {
    const wanted = location.pathname === '/' ? undefined : location.pathname + location.search
    return <Navigate to={paths.signIn(wanted)} replace />
  }
  return <Splash error={error} retry={() => void refetch()} />
}
