import { useQuery } from '@tanstack/react-query'
import { Suspense, useLayoutEffect } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { hasCode } from '../api/api-error.ts'
import { later } from '../later.ts'
import { paths } from '../paths.ts'
import { Shell } from '../shell/Shell.tsx'
import { Splash } from '../shell/Splash.tsx'
import { guardSession } from './gate.ts'
import { tellOtherTabs } from './other-tabs.ts'
import { sessionQuery } from './queries.ts'
import { SessionProvider } from './SessionContext.tsx'

const FirstPassword = later(async () => (await import('../account/FirstPassword.tsx')).FirstPassword)

/** Everything behind the sign-in. While a session is known, its expiry is met by the gate's overlay, not by leaving the page. */
export function SignedIn() {
  const location = useLocation()
  const { data: session, error, refetch } = useQuery(sessionQuery())
  const known = session !== undefined
  useLayoutEffect(() => {
    guardSession(known)
    if (known) tellOtherTabs()
    return () => guardSession(false)
  }, [known])
  if (session !== undefined)
    return (
      <SessionProvider session={session}>
        {session.mustChangePassword ? (
          <Suspense fallback={null}>
            <FirstPassword />
          </Suspense>
        ) : (
          <Shell />
        )}
      </SessionProvider>
    )
  if (hasCode(error, 'unauthenticated')) {
    const wanted = location.pathname === '/' ? undefined : location.pathname + location.search
    return <Navigate to={paths.signIn(wanted)} replace />
  }
  return <Splash error={error} retry={() => void refetch()} />
}
