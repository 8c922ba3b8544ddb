import { useMemo } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { lazyFeature } from '../../lib/lazy.ts'
import { useSession } from '../../shared/session/SessionContext.tsx'
import { PageTabsProvider, type PageTabGroup } from '../../ui/PageTabs.tsx'
import { routes, tabGroups, type AppRoute } from '../routes.tsx'

const AccessDenied = lazyFeature(async () => (await import('./AccessDenied.tsx')).AccessDenied)

/** The pages of the route's group as tabs, in the order of the route table. */
function useTabs({ tab }: AppRoute): PageTabGroup | null {
  const t = useT()
  return useMemo(
    () =>
      tab === undefined
        ? null
        : {
            label: t(tabGroups[tab.group]),
            tabs: routes.flatMap(({ path, tab: other }) =>
              other?.group === tab.group ? [{ to: path, label: t(other.label) }] : [],
            ),
          },
    [t, tab],
  )
}

/** A route's page, or why this user does not see it. The BFF enforces the same table; this only explains. */
export function RoutePage({ route }: { route: AppRoute }) {
  const t = useT()
  const { permissions, features } = useSession()
  const tabs = useTabs(route)
  const title = t(route.nav?.label ?? route.title ?? 'product')
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
