import { Navigate, Route, Routes, Link } from 'react-router-dom'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { homeOf } from '../landing.ts'
import { routes } from '../routes.tsx'
import { RoutePage } from './RoutePage.tsx'
import { Button } from '@mantine/core'
import { IconMapPinOff } from '@tabler/icons-react'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { StateMessage } from '../../ui/feedback/StateMessage.tsx'

function NotFoundPage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('notFound.title')} />
      <StateMessage icon={IconMapPinOff} tone="quiet" title={t('notFound.heading')} text={t('notFound.text')}>
        <Button component={Link} to={paths.idle()}>
          {t('notFound.go')}
        </Button>
      </StateMessage>
    </>
  )
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
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}
