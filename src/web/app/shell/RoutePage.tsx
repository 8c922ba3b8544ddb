import { useMemo } from 'react'
import type { Session } from '#contract/session.ts'
import { useT } from '../../i18n/Language.tsx'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { PageTabsProvider, type PageTabGroup } from '../../ui/layout/PageTabs.tsx'
import { isOpenTo, routes, tabGroups, type AppRoute } from '../routes.tsx'
import { AccessDenied } from './AccessDenied.tsx'
import { LimitNote } from './LimitNote.tsx'

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

function whyClosed({ permissions, features, limit }: Session, { permission, unlimited }: AppRoute) {
  if (!features.service) return 'no-service'
  if (limit !== undefined && unlimited === true) return 'limited'
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
      {route.permission !== undefined && session.limit !== undefined && <LimitNote limit={session.limit} />}
      <route.Component />
    </PageTabsProvider>
  )
}
