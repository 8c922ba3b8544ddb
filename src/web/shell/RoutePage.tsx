import { useT } from '../i18n/Language.tsx'
import { lazyFeature } from '../lazy.ts'
import type { AppRoute } from '../routes.tsx'
import { useSession } from '../session/SessionContext.tsx'

const AccessDenied = lazyFeature(async () => (await import('./AccessDenied.tsx')).AccessDenied)

/** A route's page, or why this user does not see it. The BFF enforces the same table; this only explains. */
export function RoutePage({ route }: { route: AppRoute }) {
  const t = useT()
  const { permissions, features } = useSession()
  const title = t(route.nav?.label ?? route.title ?? 'product')
  if (route.permission !== undefined && !permissions.includes(route.permission))
    return <AccessDenied title={title} why="forbidden" />
  if (route.feature !== undefined && !features[route.feature])
    return <AccessDenied title={title} why="feature-off" />
  return <route.Component />
}
