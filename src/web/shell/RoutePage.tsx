import { Button } from '@mantine/core'
import { IconLock, IconToggleLeft } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { useT } from '../i18n/Language.tsx'
import { paths } from '../paths.ts'
import type { AppRoute } from '../routes.tsx'
import { useSession } from '../session/SessionContext.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { StateMessage } from '../ui/StateMessage.tsx'

/** A route's page, or why this user does not see it. The BFF enforces the same table; this only explains. */
export function RoutePage({ route }: { route: AppRoute }) {
  const t = useT()
  const { permissions, features } = useSession()
  const title = t(route.nav?.label ?? route.title ?? 'product')
  if (route.permission !== undefined && !permissions.includes(route.permission))
    return (
      <>
        <PageHeader title={title} />
        <StateMessage
          icon={IconLock}
          tone="warning"
          title={t('problem.forbidden')}
          text={t('problem.forbidden.next')}
        />
      </>
    )
  if (route.feature !== undefined && !features[route.feature])
    return (
      <>
        <PageHeader title={title} />
        <StateMessage
          icon={IconToggleLeft}
          tone="warning"
          title={t('problem.feature-off')}
          text={t('problem.feature-off.next')}
        >
          {permissions.includes('settings.manage') ? (
            <Button component={Link} to={paths.settings()} variant="default">
              {t('nav.settings')}
            </Button>
          ) : undefined}
        </StateMessage>
      </>
    )
  return <route.Component />
}
