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
import type { QueryClient } from '@tanstack/react-query'
import { matchRoutes } from 'react-router-dom'
import { pages, type ListedPage, type PageName } from '#contract/page-patterns.ts'
import type { Session } from '#contract/session.ts'
import { startReads, type PageComponent } from '../api/first-reads.ts'
import { paths } from '../lib/paths.ts'
import { leadsTeam } from './landing.ts'
import type { MessageKey } from '../i18n/catalogue.ts'
import { lazyPage } from '../i18n/lazy-page.ts'
import { lazyPart, type LazyComponent } from '../lib/lazy.ts'

interface NavEntry {
  icon: TablerIcon
  group: 'numbers' | 'people' | 'create' | 'system'
  /** The page's title by default. */
  label?: MessageKey
  /** True for the users whose navigation has the page, when it is open to others as well. */
  isFor?: (session: Session) => boolean
  /** How much work waits on the page. */
  Count?: ComponentType
}

const OpenRequests = lazyPart(async () => (await import('./shell/OpenRequests.tsx')).OpenRequests)

/** The pages in the navigation. Other pages lead to the rest. */
const navigation: Readonly<Record<string, NavEntry>> = {
  overview: { icon: IconChartBar, group: 'numbers', isFor: (user) => !leadsTeam(user) },
  team: { icon: IconUsersGroup, group: 'numbers', isFor: leadsTeam },
  numbers: { icon: IconLayoutGrid, group: 'numbers' },
  people: { icon: IconHeadset, group: 'people' },
  requests: { icon: IconSend, group: 'people', Count: OpenRequests },
  newExtension: { icon: IconPlus, group: 'create', label: 'create.title' },
  jobs: { icon: IconListCheck, group: 'create', isFor: (user) => !leadsTeam(user) },
  service: { icon: IconPlugConnected, group: 'system' },
  audit: { icon: IconHistory, group: 'system' },
  users: { icon: IconUsers, group: 'system' },
  settings: { icon: IconSettings, group: 'system' },
} satisfies Partial<Record<PageName, NavEntry>>

/** The accessible name of each group of tabs. */
export const tabGroups = {
  create: 'create.ways',
  notifications: 'notifications.title',
  numbers: 'numbers.tabs',
  reservations: 'reservations.tabs',
  service: 'service.tabs',
  settings: 'nav.settings',
} as const satisfies Record<NonNullable<ListedPage['tab']>, MessageKey>

/** A page of `page-patterns.ts`; its titles are keys of messages. */
interface Page extends Omit<ListedPage, 'title' | 'tabLabel'> {
  title?: MessageKey
  tabLabel?: MessageKey
}

export interface AppRoute extends Page {
  Component: LazyComponent<object>
  nav: NavEntry | undefined
}

/** The component of each page, which loads with the messages of this folder of `pages`. */
const components: Readonly<Record<PageName, LazyComponent<object>>> = {
  signIn: lazyPage('sign-in', async () => (await import('../pages/sign-in/SignInPage.tsx')).SignInPage),
  overview: lazyPage(
    'overview',
    async () => (await import('../pages/overview/OverviewPage.tsx')).OverviewPage,
  ),
  team: lazyPage('team', async () => (await import('../pages/team/TeamPage.tsx')).TeamPage),
  numbers: lazyPage('numbers', async () => (await import('../pages/numbers/NumbersPage.tsx')).NumbersPage),
  idle: lazyPage('numbers', async () => (await import('../pages/numbers/idle/IdlePage.tsx')).IdlePage),
  pools: lazyPage('numbers', async () => (await import('../pages/numbers/pools/PoolsPage.tsx')).PoolsPage),
  people: lazyPage('people', async () => (await import('../pages/people/PeoplePage.tsx')).PeoplePage),
  person: lazyPage('people', async () => (await import('../pages/people/PersonPage.tsx')).PersonPage),
  personUnbound: lazyPage(
    'people',
    async () => (await import('../pages/people/PersonUnboundPage.tsx')).PersonUnboundPage,
  ),
  reserveBatch: lazyPage(
    'reservations',
    async () => (await import('../pages/reservations/batch/ReserveBatchPage.tsx')).ReserveBatchPage,
  ),
  reservations: lazyPage(
    'reservations',
    async () => (await import('../pages/reservations/list/ReservationsPage.tsx')).ReservationsPage,
  ),
  requests: lazyPage(
    'requests',
    async () => (await import('../pages/requests/RequestsPage.tsx')).RequestsPage,
  ),
  newExtension: lazyPage(
    'create',
    async () => (await import('../pages/create/NewExtensionPage.tsx')).NewExtensionPage,
  ),
  newExtensionLegacy: lazyPage(
    'create',
    async () => (await import('../pages/create/NewExtensionLegacyPage.tsx')).NewExtensionLegacyPage,
  ),
  jobs: lazyPage('jobs', async () => (await import('../pages/jobs/list/JobsPage.tsx')).JobsPage),
  newJob: lazyPage('jobs', async () => (await import('../pages/jobs/plan/NewJobPage.tsx')).NewJobPage),
  importJob: lazyPage(
    'jobs',
    async () => (await import('../pages/jobs/plan/ImportJobPage.tsx')).ImportJobPage,
  ),
  reconcile: lazyPage(
    'jobs',
    async () => (await import('../pages/jobs/reconcile/ReconcilePage.tsx')).ReconcilePage,
  ),
  job: lazyPage('jobs', async () => (await import('../pages/jobs/job/JobPage.tsx')).JobPage),
  extension: lazyPage(
    'extension',
    async () => (await import('../pages/extension/ExtensionPage.tsx')).ExtensionPage,
  ),
  service: lazyPage('service', async () => (await import('../pages/service/ServicePage.tsx')).ServicePage),
  connection: lazyPage(
    'connection',
    async () => (await import('../pages/connection/ConnectionPage.tsx')).ConnectionPage,
  ),
  timeZones: lazyPage(
    'reference',
    async () => (await import('../pages/reference/TimeZonesPage.tsx')).TimeZonesPage,
  ),
  languages: lazyPage(
    'reference',
    async () => (await import('../pages/reference/LanguagesPage.tsx')).LanguagesPage,
  ),
  countries: lazyPage(
    'reference',
    async () => (await import('../pages/reference/CountriesPage.tsx')).CountriesPage,
  ),
  audit: lazyPage('audit', async () => (await import('../pages/audit/AuditPage.tsx')).AuditPage),
  users: lazyPage('users', async () => (await import('../pages/users/UsersPage.tsx')).UsersPage),
  notifications: lazyPage(
    'notifications',
    async () => (await import('../pages/notifications/NotificationsPage.tsx')).NotificationsPage,
  ),
  notificationPreferences: lazyPage(
    'notifications',
    async () =>
      (await import('../pages/notifications/NotificationPreferencesPage.tsx')).NotificationPreferencesPage,
  ),
  account: lazyPage('account', async () => (await import('../pages/account/AccountPage.tsx')).AccountPage),
  api: lazyPage('api', async () => (await import('../pages/api/ApiPage.tsx')).ApiPage),
  settings: lazyPage(
    'settings',
    async () => (await import('../pages/settings/SettingsPage.tsx')).SettingsPage,
  ),
  notificationSettings: lazyPage(
    'notifications',
    async () =>
      (await import('../pages/notifications/NotificationSettingsPage.tsx')).NotificationSettingsPage,
  ),
}

/** The page shown without a session. */
export const signInRoute = { path: pages.signIn.path, Component: components.signIn }

const typedPages: Readonly<Record<PageName, Page>> = pages
function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[]
function namesOf(table: object): string[] {
  return Object.keys(table)
}

/** The only route table, in the order of the navigation. The BFF enforces the permissions of what the pages read and change. */
export const routes: readonly AppRoute[] = namesOf(typedPages)
  .filter((name) => name !== 'signIn')
  .map((name) => ({ ...typedPages[name], Component: components[name], nav: navigation[name] }))

const routeObjects = routes.map(({ path }) => ({ path }))

const matchAt = (pathname: string) => matchRoutes(routeObjects, pathname)?.at(0)

/** Returns the route that the router matches for a path; `undefined` when no page has this path. */
export function routeAt(pathname: string): AppRoute | undefined {
  const path = matchAt(pathname)?.route.path
  return routes.find((route) => route.path === path)
}

/** The lists with the filter by the user's limit. */
export const ownLists: readonly string[] = [
  paths.numbers(),
  paths.people(),
  paths.reservations(),
  paths.requests(),
]

/** True when the user's role and the settings allow the page. The BFF enforces the same rule. */
export const isOpenTo = (
  { permissions, features }: Pick<Session, 'permissions' | 'features'>,
  { permission, feature }: AppRoute,
): boolean =>
  (permission === undefined || permissions.includes(permission)) &&
  (feature === undefined || features[feature])

/** Loads the chunk of the page at this path and starts the page's first reads. */
export async function preload(
  client: QueryClient,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  session: Session | undefined,
): Promise<void> {
  const route = routeAt(pathname)
  if (route === undefined) return
  try {
    const Page: PageComponent = await route.Component.load()
    // A limited user's list starts with another address.
    const isMoved = session?.limit !== undefined && search === '' && ownLists.includes(route.path)
    if (session === undefined || isMoved || !isOpenTo(session, route)) return
    const visit = { session, search: new URLSearchParams(search), params: matchAt(pathname)?.params ?? {} }
    startReads(client, Page.firstReads?.(visit) ?? [])
  } catch {
    // The page fails again on render, in its error boundary.
  }
}
