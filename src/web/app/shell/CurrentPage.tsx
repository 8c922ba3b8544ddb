import { Navigate, Route, Routes } from 'react-router-dom'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { homeOf } from '../landing.ts'
import { routes } from '../routes.tsx'
import { RoutePage } from './RoutePage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

/** Renders the page of the current path. */
export function CurrentPage() {
  const session = useSession()
  return (
    <Routes>
      <Route index element={<Navigate to={homeOf(session)} replace />} />
      {routes.map((route) => (
        <Route key={route.path} path={route.path} element={<RoutePage route={route} />} />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}
