import { movedPages } from '#contract/page-patterns.ts'
import { useEffect } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { landingOf, rememberPage } from '../landing.ts'
import { isOpenTo, routeAt, routes } from '../routes.tsx'
import { RoutePage } from './RoutePage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

function Landing() {
  return <Navigate to={landingOf(useSession())} replace />
}

/** Replaces an old address. The filter of numbers by their start has another name there. */
function Moved({ to }: { to: string }) {
  const search = useLocation().search.replace(/([?&])ext=/, '$1search=')
  return <Navigate to={`${to}${search}`} replace />
}

/** Renders the page of the current path, and stores the page as the next landing page. */
export function CurrentPage() {
  const session = useSession()
  const { pathname } = useLocation()
  useEffect(() => {
    const route = routeAt(pathname)
    if (route !== undefined && isOpenTo(session, route)) rememberPage(session, route)
  }, [session, pathname])
  return (
    <Routes>
      <Route index element={<Landing />} />
      {routes.map((route) => (
        <Route key={route.path} path={route.path} element={<RoutePage route={route} />} />
      ))}
      {Object.entries(movedPages).map(([from, to]) => (
        <Route key={from} path={from} element={<Moved to={to} />} />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}
