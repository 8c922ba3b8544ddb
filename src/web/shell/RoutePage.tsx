import { useT } from '../i18n/Language.tsx'
import { later } from '../later.ts'
import type { AppRoute } from '../routes.tsx'
import { useSession } from '../session/SessionContext.tsx'

const ClosedPage = later(async () => (await import('./ClosedPage.tsx')).ClosedPage)

/** A route's page, or why this user does not see it. The BFF enforces the same table; this only explains. */
export function RoutePage({ route }: { route: AppRoute }) {
  const t = useT()
  const { permissions, features } = useSession()
  const title = t(route.nav?.label ?? route.title ?? 'product')
  if (route.permission !== undefined && !permissions.includes(route.permission))
    return <ClosedPage title={title} why="forbidden" />
  if (route.feature !== undefined && !features[route.feature])
    return <ClosedPage title={title} why="feature-off" />
  return <route.Component />
}
