import { Navigate, useLocation } from 'react-router-dom'
import { useSession, usePermission } from '../../entities/session/SessionContext.tsx'
import { limitNames } from '../../entities/session/limit-names.ts'
import { homeOf } from '../landing.ts'
import { routes, isOpenTo, tabGroups, type AppRoute } from '../routes.tsx'
import { IconMapPinOff, IconLock, IconPlugConnectedX, IconToggleLeft } from '@tabler/icons-react'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { StateMessage } from '../../ui/feedback/StateMessage.tsx'
import { PageButton } from '../../ui/layout/PageLink.tsx'
import { useMemo, useState, type ReactNode } from 'react'
import type { Session } from '#contract/session.ts'
import { PageTabsProvider, type PageTabGroup } from '../../ui/layout/PageTabs.tsx'
import { Text } from '@mantine/core'

/** Says for which departments and pools the user may act. */
function LimitNote({ limit }: { limit: NonNullable<Session['limit']> }) {
  const t = useT()
  return (
    <Text size="xs" c="dimmed" mb="xs">
      {t('limit.note', limitNames(limit))}
    </Text>
  )
}

interface AccessDeniedProps {
  title: string
  /**
   * The user's role lacks the permission, the feature is switched off in settings, or no service is connected yet.
   */
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
          <PageButton variant="filled" to={paths.service()}>
            {t('firstSteps.service')}
          </PageButton>
        ) : (
          why !== 'no-service' && (
            <PageButton to={canSettle ? paths.settings() : home}>
              {t(canSettle ? 'nav.settings' : 'denied.home')}
            </PageButton>
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

/** Starts a list of a limited user with what the limit has. Taken off, the filter stays off while the page is open. */
function OwnAtFirst({ children }: { children: ReactNode }) {
  const { limit } = useSession()
  const { pathname, search } = useLocation()
  const [isFirst, setFirst] = useState(limit !== undefined)
  if (isFirst && search === '') return <Navigate to={`${pathname}?own=1`} replace />
  if (isFirst) setFirst(false)
  return children
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
      {route.startsWithOwn === true ? (
        <OwnAtFirst>
          <route.Component />
        </OwnAtFirst>
      ) : (
        <route.Component />
      )}
    </PageTabsProvider>
  )
}

export function NotFoundPage() {
  const t = useT()
  const session = useSession()
  return (
    <>
      <PageHeader title={t('notFound.title')} />
      <StateMessage icon={IconMapPinOff} tone="quiet" title={t('notFound.heading')} text={t('notFound.text')}>
        <PageButton variant="filled" to={homeOf(session)}>
          {t('denied.home')}
        </PageButton>
      </StateMessage>
    </>
  )
}

/** Leads from `/` to the user's first page. */
export function Home() {
  return <Navigate to={homeOf(useSession())} replace />
}
