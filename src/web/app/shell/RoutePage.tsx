import { useMemo } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { useSession } from '../../shared/session/SessionContext.tsx'
import { PageTabsProvider, type PageTabGroup } from '../../ui/PageTabs.tsx'
import { isOpenTo, routes, tabGroups, type AppRoute } from '../routes.tsx'
import { AccessDenied } from './AccessDenied.tsx'

/** Returns the tabs of the route's group that this user may open, in the order of the route table; `null` without a group. */
function useTabs({ tab }: AppRoute): PageTabGroup | null {
  const t = useT()
  const session = useSession()
  return useMemo(
    () =>
      tab === undefined
        ? null
        : {
            label: t(tabGroups[tab.group]),
            tabs: routes.flatMap((route) =>
              route.tab?.group === tab.group && isOpenTo(session, route)
                ? [{ to: route.path, label: t(route.tab.label) }]
                : [],
            ),
          },
    [t, tab, session],
  )
}

/** Renders a route's page, or explains why this user cannot open it. The BFF enforces the same table. */
export function RoutePage({ route }: { route: AppRoute }) {
  const t = useT()
  const { permissions, features } = useSession()
  const tabs = useTabs(route)
  const title = t(route.title ?? route.nav?.label ?? 'product')
  if (route.permission !== undefined && !permissions.includes(route.permission))
    return <AccessDenied title={title} why="forbidden" />
  if (route.feature !== undefined && !features[route.feature])
    return <AccessDenied title={title} why="feature-off" />
  return (
    <PageTabsProvider value={tabs}>
      <route.Component />
    </PageTabsProvider>
  )
}
