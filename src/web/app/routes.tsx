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

/** The accessible name of each group of tabs. */
export const tabGroups = {
  create: 'create.ways',
  notifications: 'notifications.title',
  numbers: 'numbers.tabs',
  reservations: 'reservations.tabs',
  service: 'service.tabs',
  settings: 'nav.settings',
} as const satisfies Record<string, MessageKey>

/** What the front end knows of a page besides its path and permission. */
interface Page {
  /** The folder of `pages` that its messages are in. */
  messages: string
  /** The page's component. The build reads this import, so that the server names the page's files in the document (page-files.ts). */
  lazy: () => Promise<PageComponent>
  /** A feature of the session without which the page is closed. */
  feature?: 'legacyCreate' | 'service'
  /** True for a list that starts, for a limited user, with the filter by the limit. */
  startsWithOwn?: boolean
  title?: MessageKey
  /** The group of pages that share tabs. */
  tab?: keyof typeof tabGroups
  /** The page's label in its tabs, if it is not the title. */
  tabLabel?: MessageKey
  /** Its entry in the navigation. Other pages lead to the rest. */
  nav?: NavEntry
}

/** Every page. Navigation, tabs and palette have this order. */
const table: Readonly<Record<PageName, Page>> = {
  signIn: {
    messages: 'sign-in',
    lazy: async () => (await import('../pages/sign-in/SignInPage.tsx')).SignInPage,
  },
  overview: {
    messages: 'overview',
    lazy: async () => (await import('../pages/overview/OverviewPage.tsx')).OverviewPage,
    title: 'nav.overview',
    nav: { icon: IconChartBar, group: 'numbers', isFor: (user) => !leadsTeam(user) },
  },
  team: {
    messages: 'team',
    lazy: async () => (await import('../pages/team/TeamPage.tsx')).TeamPage,
    title: 'team.title',
    nav: { icon: IconUsersGroup, group: 'numbers', isFor: leadsTeam },
  },
  numbers: {
    messages: 'numbers',
    lazy: async () => (await import('../pages/numbers/NumbersPage.tsx')).NumbersPage,
    startsWithOwn: true,
    title: 'numbers.title',
    tab: 'numbers',
    nav: { icon: IconLayoutGrid, group: 'numbers' },
  },
  idle: {
    messages: 'numbers',
    lazy: async () => (await import('../pages/numbers/idle/IdlePage.tsx')).IdlePage,
    title: 'idle.title',
    tab: 'numbers',
  },
  pools: {
    messages: 'numbers',
    lazy: async () => (await import('../pages/numbers/pools/PoolsPage.tsx')).PoolsPage,
    title: 'pools.title',
    tab: 'numbers',
  },
  people: {
    messages: 'people',
    lazy: async () => (await import('../pages/people/PeoplePage.tsx')).PeoplePage,
    startsWithOwn: true,
    title: 'nav.people',
    nav: { icon: IconHeadset, group: 'people' },
  },
  person: {
    messages: 'people',
    lazy: async () => (await import('../pages/people/PersonPage.tsx')).PersonPage,
  },
  personUnbound: {
    messages: 'people',
    lazy: async () => (await import('../pages/people/PersonUnboundPage.tsx')).PersonUnboundPage,
  },
  reserveBatch: {
    messages: 'reservations',
    lazy: async () => (await import('../pages/reservations/batch/ReserveBatchPage.tsx')).ReserveBatchPage,
    title: 'reservations.batch.title',
    tab: 'reservations',
  },
  reservations: {
    messages: 'reservations',
    lazy: async () => (await import('../pages/reservations/list/ReservationsPage.tsx')).ReservationsPage,
    startsWithOwn: true,
    title: 'reservations.list.title',
    tab: 'reservations',
  },
  requests: {
    messages: 'requests',
    lazy: async () => (await import('../pages/requests/RequestsPage.tsx')).RequestsPage,
    startsWithOwn: true,
    title: 'nav.requests',
    nav: { icon: IconSend, group: 'people', Count: OpenRequests },
  },
  newExtension: {
    messages: 'create',
    lazy: async () => (await import('../pages/create/NewExtensionPage.tsx')).NewExtensionPage,
    title: 'create.one.title',
    tab: 'create',
    tabLabel: 'create.one.tab',
    nav: { icon: IconPlus, group: 'create', label: 'create.title' },
  },
  newExtensionLegacy: {
    messages: 'create',
    lazy: async () => (await import('../pages/create/NewExtensionLegacyPage.tsx')).NewExtensionLegacyPage,
    feature: 'legacyCreate',
    title: 'create.legacy.title',
  },
  jobs: {
    messages: 'jobs',
    lazy: async () => (await import('../pages/jobs/list/JobsPage.tsx')).JobsPage,
    title: 'nav.jobs',
    nav: { icon: IconListCheck, group: 'create', isFor: (user) => !leadsTeam(user) },
  },
  newJob: {
    messages: 'jobs',
    lazy: async () => (await import('../pages/jobs/plan/NewJobPage.tsx')).NewJobPage,
    title: 'plan.range.title',
    tab: 'create',
    tabLabel: 'plan.range.tab',
  },
  importJob: {
    messages: 'jobs',
    lazy: async () => (await import('../pages/jobs/plan/ImportJobPage.tsx')).ImportJobPage,
    title: 'plan.import.title',
    tab: 'create',
    tabLabel: 'plan.import.tab',
  },
  reconcile: {
    messages: 'jobs',
    lazy: async () => (await import('../pages/jobs/reconcile/ReconcilePage.tsx')).ReconcilePage,
    title: 'reconcile.title',
    tab: 'create',
    tabLabel: 'reconcile.tab',
  },
  job: {
    messages: 'jobs',
    lazy: async () => (await import('../pages/jobs/job/JobPage.tsx')).JobPage,
    title: 'job.title',
  },
  extension: {
    messages: 'extension',
    lazy: async () => (await import('../pages/extension/ExtensionPage.tsx')).ExtensionPage,
  },
  service: {
    messages: 'service',
    lazy: async () => (await import('../pages/service/ServicePage.tsx')).ServicePage,
    title: 'service.title',
    tab: 'service',
    nav: { icon: IconPlugConnected, group: 'system' },
  },
  connection: {
    messages: 'connection',
    lazy: async () => (await import('../pages/connection/ConnectionPage.tsx')).ConnectionPage,
    title: 'status.title',
    tab: 'service',
  },
  timeZones: {
    messages: 'reference',
    lazy: async () => (await import('../pages/reference/TimeZonesPage.tsx')).TimeZonesPage,
    title: 'reference.timeZones',
    tab: 'service',
  },
  languages: {
    messages: 'reference',
    lazy: async () => (await import('../pages/reference/LanguagesPage.tsx')).LanguagesPage,
    title: 'reference.languages',
    tab: 'service',
  },
  countries: {
    messages: 'reference',
    lazy: async () => (await import('../pages/reference/CountriesPage.tsx')).CountriesPage,
    title: 'reference.countries',
    tab: 'service',
  },
  audit: {
    messages: 'audit',
    lazy: async () => (await import('../pages/audit/AuditPage.tsx')).AuditPage,
    title: 'nav.audit',
    nav: { icon: IconHistory, group: 'system' },
  },
  users: {
    messages: 'users',
    lazy: async () => (await import('../pages/users/UsersPage.tsx')).UsersPage,
    title: 'nav.users',
    nav: { icon: IconUsers, group: 'system' },
  },
  notifications: {
    messages: 'notifications',
    lazy: async () => (await import('../pages/notifications/NotificationsPage.tsx')).NotificationsPage,
    title: 'notifications.title',
    tab: 'notifications',
  },
  notificationPreferences: {
    messages: 'notifications',
    lazy: async () =>
      (await import('../pages/notifications/NotificationPreferencesPage.tsx')).NotificationPreferencesPage,
    title: 'notifications.preferences',
    tab: 'notifications',
  },
  account: {
    messages: 'account',
    lazy: async () => (await import('../pages/account/AccountPage.tsx')).AccountPage,
    title: 'account.title',
  },
  api: {
    messages: 'api',
    lazy: async () => (await import('../pages/api/ApiPage.tsx')).ApiPage,
    title: 'api.title',
  },
  settings: {
    messages: 'settings',
    lazy: async () => (await import('../pages/settings/SettingsPage.tsx')).SettingsPage,
    title: 'nav.settings',
    tab: 'settings',
    nav: { icon: IconSettings, group: 'system' },
  },
  notificationSettings: {
    messages: 'notifications',
    lazy: async () =>
      (await import('../pages/notifications/NotificationSettingsPage.tsx')).NotificationSettingsPage,
    feature: 'service',
    title: 'notifications.settings',
    tab: 'settings',
  },
}

export interface AppRoute extends ListedPage, Omit<Page, 'lazy'> {
  Component: LazyComponent<object>
}

function routeOf(name: PageName): AppRoute {
  const { lazy, ...page } = table[name]
  return { ...pages[name], ...page, Component: lazyPage(page.messages, lazy) }
}
function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[]
function namesOf(table: object): string[] {
  return Object.keys(table)
}

/** The page shown without a session. */
export const signInRoute = routeOf('signIn')

export const routes: readonly AppRoute[] = namesOf(table)
  .filter((name) => name !== 'signIn')
  .map(routeOf)

const routeObjects = routes.map(({ path }) => ({ path }))

const matchAt = (pathname: string) => matchRoutes(routeObjects, pathname)?.at(0)

/** Returns the route that the router matches for a path; `undefined` when no page has this path. */
export function routeAt(pathname: string): AppRoute | undefined {
  const path = matchAt(pathname)?.route.path
  return routes.find((route) => route.path === path)
}

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
    const isMoved = session?.limit !== undefined && search === '' && route.startsWithOwn === true
    if (session === undefined || isMoved || !isOpenTo(session, route)) return
    const visit = { session, search: new URLSearchParams(search), params: matchAt(pathname)?.params ?? {} }
    startReads(client, Page.firstReads?.(visit) ?? [])
  } catch {
    // The page fails again on render, in its error boundary.
  }
}
