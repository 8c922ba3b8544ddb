import {
  IconChartBar,
  IconHeadset,
  IconHistory,
  IconLayoutGrid,
  IconListCheck,
  IconPlugConnected,
  IconPlus,
  IconSend,
  IconSettings,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { matchRoutes } from 'react-router-dom'
import type { Permission } from '#contract/access.ts'
import { patterns } from '#contract/page-patterns.ts'
import type { Session } from '#contract/session.ts'
import { leadsTeam } from './landing.ts'
import { IdlePage } from '../pages/numbers/idle/IdlePage.tsx'
import { AlertCount } from './shell/AlertCount.tsx'
import type { MessageKey } from '../i18n/catalogue.ts'
import { lazyPage } from '../i18n/lazy-page.ts'
import type { LazyComponent } from '../lib/lazy.ts'

/** The groups of pages that share tabs, with the accessible name of the tabs. */
export const tabGroups = {
  create: 'create.ways',
  notifications: 'notifications.tabs',
  numbers: 'numbers.tabs',
  reservations: 'reservations.tabs',
  service: 'service.tabs',
  settings: 'settings.tabs',
} as const satisfies Record<string, MessageKey>
type TabGroup = keyof typeof tabGroups

export interface AppRoute {
  path: string
  /** The service's list is part of the entry; every other page has its own chunk. */
  Component: ComponentType | LazyComponent<object>
  /** Without a permission, every signed-in user may open the page. */
  permission?: Permission
  /** A feature of the session without which the page is closed. */
  feature?: 'legacyCreate' | 'service'
  /** The page's name when the navigation has none, or when the navigation's name covers all pages of its tabs. */
  title?: MessageKey
  /** The tab group that the page shows, and the page's label in it. */
  tab?: { group: TabGroup; label: MessageKey }
  /** The page's entry in the navigation, with a badge. Omitted when other pages lead here. */
  nav?: {
    label: MessageKey
    icon: TablerIcon
    group: 'numbers' | 'people' | 'create' | 'system'
    Badge?: ComponentType
    /** True for the users whose navigation has the page, when it is open to others as well. */
    isFor?: (session: Session) => boolean
  }
}

/** The page shown without a session. */
export const signInRoute: AppRoute = {
  path: patterns.signIn,
  Component: lazyPage('sign-in', async () => (await import('../pages/sign-in/SignInPage.tsx')).SignInPage),
}

/**
 * The only route table. Each page but one has its own chunk, and nearly every page needs one permission. The navigation
 * renders this table in this order. The file of a page is named like its path in `patterns`: the server finds it so in the build.
 */
export const routes: readonly AppRoute[] = [
  {
    path: patterns.overview,
    permission: 'extension.read',
    nav: {
      label: 'nav.overview',
      icon: IconChartBar,
      group: 'numbers',
      Badge: AlertCount,
      isFor: (session) => !leadsTeam(session),
    },
    Component: lazyPage(
      'overview',
      async () => (await import('../pages/overview/OverviewPage.tsx')).OverviewPage,
    ),
  },
  {
    path: patterns.team,
    permission: 'extension.reserve',
    nav: { label: 'team.title', icon: IconUsersGroup, group: 'numbers', isFor: leadsTeam },
    Component: lazyPage('team', async () => (await import('../pages/team/TeamPage.tsx')).TeamPage),
  },
  {
    path: patterns.numbers,
    permission: 'extension.read',
    nav: { label: 'numbers.title', icon: IconLayoutGrid, group: 'numbers' },
    tab: { group: 'numbers', label: 'numbers.title' },
    Component: lazyPage(
      'numbers',
      async () => (await import('../pages/numbers/NumbersPage.tsx')).NumbersPage,
    ),
  },
  {
    path: patterns.idle,
    permission: 'extension.read',
    title: 'idle.title',
    tab: { group: 'numbers', label: 'idle.title' },
    Component: IdlePage,
  },
  {
    path: patterns.pools,
    permission: 'extension.read',
    title: 'pools.title',
    tab: { group: 'numbers', label: 'pools.title' },
    Component: lazyPage(
      'numbers',
      async () => (await import('../pages/numbers/pools/PoolsPage.tsx')).PoolsPage,
    ),
  },
  {
    path: patterns.agents,
    permission: 'extension.read',
    nav: { label: 'nav.agents', icon: IconHeadset, group: 'people' },
    Component: lazyPage('agents', async () => (await import('../pages/agents/AgentsPage.tsx')).AgentsPage),
  },
  {
    path: patterns.agent,
    permission: 'extension.read',
    Component: lazyPage('agents', async () => (await import('../pages/agents/AgentPage.tsx')).AgentPage),
  },
  {
    path: patterns.reserveBatch,
    permission: 'extension.reserve',
    title: 'reservations.batch.title',
    tab: { group: 'reservations', label: 'reservations.batch.title' },
    Component: lazyPage(
      'reservations',
      async () => (await import('../pages/reservations/batch/ReserveBatchPage.tsx')).ReserveBatchPage,
    ),
  },
  {
    path: patterns.reservations,
    permission: 'extension.read',
    title: 'reservations.list.title',
    tab: { group: 'reservations', label: 'reservations.list.title' },
    Component: lazyPage(
      'reservations',
      async () => (await import('../pages/reservations/list/ReservationsPage.tsx')).ReservationsPage,
    ),
  },
  {
    path: patterns.requests,
    permission: 'extension.read',
    nav: { label: 'nav.requests', icon: IconSend, group: 'people' },
    Component: lazyPage(
      'requests',
      async () => (await import('../pages/requests/RequestsPage.tsx')).RequestsPage,
    ),
  },
  {
    path: patterns.newExtension,
    permission: 'extension.create',
    title: 'create.one.title',
    nav: { label: 'create.title', icon: IconPlus, group: 'create' },
    tab: { group: 'create', label: 'create.one.tab' },
    Component: lazyPage(
      'create',
      async () => (await import('../pages/create/NewExtensionPage.tsx')).NewExtensionPage,
    ),
  },
  {
    path: patterns.newExtensionLegacy,
    permission: 'extension.create',
    feature: 'legacyCreate',
    title: 'create.legacy.title',
    Component: lazyPage(
      'create',
      async () => (await import('../pages/create/NewExtensionLegacyPage.tsx')).NewExtensionLegacyPage,
    ),
  },
  {
    path: patterns.jobs,
    permission: 'extension.read',
    nav: { label: 'nav.jobs', icon: IconListCheck, group: 'create', isFor: (session) => !leadsTeam(session) },
    Component: lazyPage('jobs', async () => (await import('../pages/jobs/list/JobsPage.tsx')).JobsPage),
  },
  {
    path: patterns.newJob,
    permission: 'job.run',
    title: 'plan.range.title',
    tab: { group: 'create', label: 'plan.range.tab' },
    Component: lazyPage('jobs', async () => (await import('../pages/jobs/plan/NewJobPage.tsx')).NewJobPage),
  },
  {
    path: patterns.importJob,
    permission: 'job.run',
    title: 'plan.import.title',
    tab: { group: 'create', label: 'plan.import.tab' },
    Component: lazyPage(
      'jobs',
      async () => (await import('../pages/jobs/plan/ImportJobPage.tsx')).ImportJobPage,
    ),
  },
  {
    path: patterns.reconcile,
    permission: 'job.run',
    title: 'reconcile.title',
    tab: { group: 'create', label: 'reconcile.tab' },
    Component: lazyPage(
      'jobs',
      async () => (await import('../pages/jobs/reconcile/ReconcilePage.tsx')).ReconcilePage,
    ),
  },
  {
    path: patterns.job,
    permission: 'extension.read',
    title: 'job.title',
    Component: lazyPage('jobs', async () => (await import('../pages/jobs/job/JobPage.tsx')).JobPage),
  },
  {
    path: patterns.extension,
    permission: 'extension.read',
    Component: lazyPage(
      'extension',
      async () => (await import('../pages/extension/ExtensionPage.tsx')).ExtensionPage,
    ),
  },
  {
    path: patterns.service,
    permission: 'service.manage',
    nav: { label: 'service.title', icon: IconPlugConnected, group: 'system' },
    tab: { group: 'service', label: 'service.title' },
    Component: lazyPage(
      'service',
      async () => (await import('../pages/service/ServicePage.tsx')).ServicePage,
    ),
  },
  {
    path: patterns.connection,
    permission: 'status.read',
    title: 'status.title',
    tab: { group: 'service', label: 'status.title' },
    Component: lazyPage(
      'connection',
      async () => (await import('../pages/connection/ConnectionPage.tsx')).ConnectionPage,
    ),
  },
  {
    path: patterns.codes,
    permission: 'settings.manage',
    feature: 'service',
    title: 'codes.title',
    tab: { group: 'service', label: 'codes.title' },
    Component: lazyPage('codes', async () => (await import('../pages/codes/CodesPage.tsx')).CodesPage),
  },
  {
    path: patterns.timeZones,
    permission: 'extension.read',
    title: 'reference.timeZones',
    tab: { group: 'service', label: 'reference.timeZones' },
    Component: lazyPage(
      'reference',
      async () => (await import('../pages/reference/TimeZonesPage.tsx')).TimeZonesPage,
    ),
  },
  {
    path: patterns.languages,
    permission: 'extension.read',
    title: 'reference.languages',
    tab: { group: 'service', label: 'reference.languages' },
    Component: lazyPage(
      'reference',
      async () => (await import('../pages/reference/LanguagesPage.tsx')).LanguagesPage,
    ),
  },
  {
    path: patterns.countries,
    permission: 'extension.read',
    title: 'reference.countries',
    tab: { group: 'service', label: 'reference.countries' },
    Component: lazyPage(
      'reference',
      async () => (await import('../pages/reference/CountriesPage.tsx')).CountriesPage,
    ),
  },
  {
    path: patterns.audit,
    permission: 'audit.read',
    nav: { label: 'nav.audit', icon: IconHistory, group: 'system' },
    Component: lazyPage('audit', async () => (await import('../pages/audit/AuditPage.tsx')).AuditPage),
  },
  {
    path: patterns.users,
    permission: 'user.manage',
    nav: { label: 'nav.users', icon: IconUsers, group: 'system' },
    Component: lazyPage('users', async () => (await import('../pages/users/UsersPage.tsx')).UsersPage),
  },
  {
    path: patterns.notifications,
    permission: 'extension.read',
    title: 'notifications.title',
    tab: { group: 'notifications', label: 'notifications.title' },
    Component: lazyPage(
      'notifications',
      async () => (await import('../pages/notifications/NotificationsPage.tsx')).NotificationsPage,
    ),
  },
  {
    path: patterns.notificationPreferences,
    permission: 'extension.read',
    title: 'notifications.preferences',
    tab: { group: 'notifications', label: 'notifications.preferences' },
    Component: lazyPage(
      'notifications',
      async () =>
        (await import('../pages/notifications/NotificationPreferencesPage.tsx')).NotificationPreferencesPage,
    ),
  },
  {
    path: patterns.account,
    title: 'account.title',
    Component: lazyPage(
      'account',
      async () => (await import('../pages/account/AccountPage.tsx')).AccountPage,
    ),
  },
  {
    path: patterns.api,
    permission: 'extension.read',
    title: 'api.title',
    Component: lazyPage('api', async () => (await import('../pages/api/ApiPage.tsx')).ApiPage),
  },
  {
    path: patterns.settings,
    permission: 'settings.manage',
    nav: { label: 'nav.settings', icon: IconSettings, group: 'system' },
    tab: { group: 'settings', label: 'nav.settings' },
    Component: lazyPage(
      'settings',
      async () => (await import('../pages/settings/SettingsPage.tsx')).SettingsPage,
    ),
  },
  {
    path: patterns.notificationSettings,
    permission: 'settings.manage',
    feature: 'service',
    title: 'notifications.settings',
    tab: { group: 'settings', label: 'notifications.settings' },
    Component: lazyPage(
      'notifications',
      async () =>
        (await import('../pages/notifications/NotificationSettingsPage.tsx')).NotificationSettingsPage,
    ),
  },
]

const routeObjects = routes.map(({ path }) => ({ path }))

/** Returns the route that `<Routes>` matches for a path; `undefined` when no page has this path. */
export function routeAt(pathname: string): AppRoute | undefined {
  const path = matchRoutes(routeObjects, pathname)?.at(0)?.route.path
  return routes.find((route) => route.path === path)
}

/** True when the user's role and the settings allow the page. The BFF enforces the same rule. */
export const isOpenTo = (
  { permissions, features }: Pick<Session, 'permissions' | 'features'>,
  { permission, feature }: AppRoute,
): boolean =>
  (permission === undefined || permissions.includes(permission)) &&
  (feature === undefined || features[feature])

/** Loads the chunk of the page at this path. Ignores a failure: the page fails again on render, in its error boundary. */
export async function preload(pathname: string): Promise<void> {
  const page = routeAt(pathname)?.Component
  if (page !== undefined && 'load' in page) await page.load().catch(() => undefined)
}
