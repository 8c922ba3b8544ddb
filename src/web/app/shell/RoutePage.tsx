import { useMemo } from 'react'
import type { Session } from '#contract/session.ts'
import { useT } from '../../i18n/Language.tsx'
import { useSession, usePermission } from '../../entities/session/SessionContext.tsx'
import { PageTabsProvider, type PageTabGroup } from '../../ui/layout/PageTabs.tsx'
import { isOpenTo, routes, tabGroups, type AppRoute } from '../routes.tsx'
import { Button } from '@mantine/core'
import { IconLock, IconPlugConnectedX, IconToggleLeft } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { homeOf } from '../landing.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { StateMessage } from '../../ui/feedback/StateMessage.tsx'

interface AccessDeniedProps {
  title: string
  /** The user's role lacks the permission, the feature is switched off in settings, or no service is connected yet. */
  why: 'forbidden' | 'feature-off' | 'no-service'
}

const reasons = {
  forbidden: { icon: IconLock, title: 'denied.title', text: 'problem.forbidden.next' },
  'feature-off': { icon: IconToggleLeft, title: 'problem.feature-off', text: 'problem.feature-off.next' },
  'no-service': { icon: IconPlugConnectedX, title: 'denied.noService', text: 'denied.noService.text' },
} as const

/** Explains why this user cannot open a page, and leads on. */
function AccessDenied({ title, why }: AccessDeniedProps) {
  const t = useT()
  const session = useSession()
  const { icon, title: reason, text } = reasons[why]
  const canSettle = usePermission('settings.manage') && why === 'feature-off'
  const canConnect = usePermission('service.manage') && why === 'no-service'
  const home = homeOf(session)
  return (
    <>
      <PageHeader title={title} />
      <StateMessage icon={icon} tone="warning" title={t(reason)} text={t(text)}>
        {canConnect ? (
          <Button component={Link} to={paths.service()}>
            {t('firstSteps.service')}
          </Button>
        ) : (
          why !== 'no-service' && (
            <Button component={Link} to={canSettle ? paths.settings() : home} variant="default">
              {t(canSettle ? 'nav.settings' : 'denied.home')}
            </Button>
          )
        )}
      </StateMessage>
    </>
  )
}

/** Returns the tabs of the route's group that this user may open, in the order of the route table; `null` without a group. */
function useTabs({ tab }: AppRoute): PageTabGroup | null {
  const t = useT()
  const session = useSession()
  return useMemo(
    () =>
      tab === undefined
        ? null
        : {
            label: t(tabGroups[tab]),
            tabs: routes.flatMap((route) =>
              route.tab === tab && isOpenTo(session, route)
                ? [{ to: route.path, label: t(route.tabLabel ?? route.title ?? 'product') }]
                : [],
            ),
          },
    [t, tab, session],
  )
}

function whyClosed({ permissions, features }: Session, { permission }: AppRoute) {
  if (!features.service) return 'no-service'
  return permission !== undefined && !permissions.includes(permission) ? 'forbidden' : 'feature-off'
}

/** Renders a route's page, or explains why this user cannot open it. The BFF enforces the same table. */
export function RoutePage({ route }: { route: AppRoute }) {
  const t = useT()
  const session = useSession()
  const tabs = useTabs(route)
  const title = t(route.title ?? 'product')
  if (!isOpenTo(session, route)) return <AccessDenied title={title} why={whyClosed(session, route)} />
  return (
    <PageTabsProvider value={tabs}>
      <route.Component />
    </PageTabsProvider>
  )
}
