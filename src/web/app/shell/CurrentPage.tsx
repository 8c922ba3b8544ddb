import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { movedPages } from '#contract/page-patterns.ts'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { homeOf } from '../landing.ts'
import { routes } from '../routes.tsx'
import { RoutePage } from './RoutePage.tsx'
import { IconMapPinOff } from '@tabler/icons-react'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { StateMessage } from '../../ui/feedback/StateMessage.tsx'
import { PageButton } from '../../ui/layout/PageLink.tsx'

function NotFoundPage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('notFound.title')} />
      <StateMessage icon={IconMapPinOff} tone="quiet" title={t('notFound.heading')} text={t('notFound.text')}>
        <PageButton variant="filled" to={paths.idle()}>
          {t('notFound.go')}
        </PageButton>
      </StateMessage>
    </>
  )
}

/** Replaces an old address. The filter of numbers by their start has another name there. */
function Moved({ to }: { to: string }) {
  const search = useLocation().search.replace(/([?&])ext=/, '$1search=')
  return <Navigate to={`${to}${search}`} replace />
}

/** Renders the page of the current path. */
export function CurrentPage() {
  const session = useSession()
  return (
    <Routes>
      <Route index element={<Navigate to={homeOf(session)} replace />} />
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
