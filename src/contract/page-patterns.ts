import type { Permission } from './access.ts'

/** The groups of pages that share tabs. */
type TabGroup = 'create' | 'notifications' | 'numbers' | 'reservations' | 'service' | 'settings'

export interface ListedPage {
  /** In the router's syntax. */
  path: `/${string}`
  /** Its file in `src/web/pages`, of which the server names the scripts and messages in the document. `src/web/app/routes.tsx` imports it. */
  module: `${string}Page.tsx`
  /** Without a permission, every signed-in user may open the page. */
  permission?: Permission
  /** A feature of the session without which the page is closed. */
  feature?: 'legacyCreate' | 'service'
  /** The key of the page's title in the messages. */
  title?: string
  tab?: TabGroup
  /** The page's label in its tabs, if it is not the title. */
  tabLabel?: string
}

/** Every page of the console. Navigation and tabs have this order. */
export const pages = {
  signIn: { path: '/sign-in', module: 'sign-in/SignInPage.tsx' },
  overview: {
    path: '/overview',
    module: 'overview/OverviewPage.tsx',
    permission: 'extension.read',
    title: 'nav.overview',
  },
  team: { path: '/team', module: 'team/TeamPage.tsx', permission: 'extension.reserve', title: 'team.title' },
  numbers: {
    path: '/numbers',
    module: 'numbers/NumbersPage.tsx',
    permission: 'extension.read',
    title: 'numbers.title',
    tab: 'numbers',
  },
  idle: {
    path: '/extensions/idle',
    module: 'numbers/idle/IdlePage.tsx',
    permission: 'extension.read',
    title: 'idle.title',
    tab: 'numbers',
  },
  pools: {
    path: '/numbers/pools',
    module: 'numbers/pools/PoolsPage.tsx',
    permission: 'extension.read',
    title: 'pools.title',
    tab: 'numbers',
  },
  people: {
    path: '/people',
    module: 'people/PeoplePage.tsx',
    permission: 'extension.read',
    title: 'nav.people',
  },
  person: { path: '/people/:agentUuid', module: 'people/PersonPage.tsx', permission: 'extension.read' },
  personUnbound: {
    path: '/people/:agentUuid/unbound',
    module: 'people/PersonUnboundPage.tsx',
    permission: 'extension.read',
  },
  reserveBatch: {
    path: '/reservations/batch',
    module: 'reservations/batch/ReserveBatchPage.tsx',
    permission: 'extension.reserve',
    title: 'reservations.batch.title',
    tab: 'reservations',
  },
  reservations: {
    path: '/reservations/list',
    module: 'reservations/list/ReservationsPage.tsx',
    permission: 'extension.read',
    title: 'reservations.list.title',
    tab: 'reservations',
  },
  requests: {
    path: '/requests',
    module: 'requests/RequestsPage.tsx',
    permission: 'extension.read',
    title: 'nav.requests',
  },
  newExtension: {
    path: '/extensions/new',
    module: 'create/NewExtensionPage.tsx',
    permission: 'extension.create',
    title: 'create.one.title',
    tab: 'create',
    tabLabel: 'create.one.tab',
  },
  newExtensionLegacy: {
    path: '/extensions/new/legacy',
    module: 'create/NewExtensionLegacyPage.tsx',
    permission: 'extension.create',
    feature: 'legacyCreate',
    title: 'create.legacy.title',
  },
  jobs: { path: '/jobs', module: 'jobs/list/JobsPage.tsx', permission: 'extension.read', title: 'nav.jobs' },
  newJob: {
    path: '/jobs/new',
    module: 'jobs/plan/NewJobPage.tsx',
    permission: 'job.run',
    title: 'plan.range.title',
    tab: 'create',
    tabLabel: 'plan.range.tab',
  },
  importJob: {
    path: '/jobs/import',
    module: 'jobs/plan/ImportJobPage.tsx',
    permission: 'job.run',
    title: 'plan.import.title',
    tab: 'create',
    tabLabel: 'plan.import.tab',
  },
  reconcile: {
    path: '/jobs/reconcile',
    module: 'jobs/reconcile/ReconcilePage.tsx',
    permission: 'job.run',
    title: 'reconcile.title',
    tab: 'create',
    tabLabel: 'reconcile.tab',
  },
  job: {
    path: '/jobs/:id',
    module: 'jobs/job/JobPage.tsx',
    permission: 'extension.read',
    title: 'job.title',
  },
  extension: {
    path: '/extensions/:ext',
    module: 'extension/ExtensionPage.tsx',
    permission: 'extension.read',
  },
  service: {
    path: '/service',
    module: 'service/ServicePage.tsx',
    permission: 'service.manage',
    title: 'service.title',
    tab: 'service',
  },
  connection: {
    path: '/service/connection',
    module: 'connection/ConnectionPage.tsx',
    permission: 'status.read',
    title: 'status.title',
    tab: 'service',
  },
  timeZones: {
    path: '/service/time-zones',
    module: 'reference/TimeZonesPage.tsx',
    permission: 'extension.read',
    title: 'reference.timeZones',
    tab: 'service',
  },
  languages: {
    path: '/service/languages',
    module: 'reference/LanguagesPage.tsx',
    permission: 'extension.read',
    title: 'reference.languages',
    tab: 'service',
  },
  countries: {
    path: '/service/countries',
    module: 'reference/CountriesPage.tsx',
    permission: 'extension.read',
    title: 'reference.countries',
    tab: 'service',
  },
  audit: { path: '/audit', module: 'audit/AuditPage.tsx', permission: 'audit.read', title: 'nav.audit' },
  users: { path: '/users', module: 'users/UsersPage.tsx', permission: 'user.manage', title: 'nav.users' },
  notifications: {
    path: '/notifications',
    module: 'notifications/NotificationsPage.tsx',
    permission: 'extension.read',
    title: 'notifications.title',
    tab: 'notifications',
  },
  notificationPreferences: {
    path: '/notifications/preferences',
    module: 'notifications/NotificationPreferencesPage.tsx',
    permission: 'extension.read',
    title: 'notifications.preferences',
    tab: 'notifications',
  },
  account: { path: '/account', module: 'account/AccountPage.tsx', title: 'account.title' },
  api: { path: '/api-access', module: 'api/ApiPage.tsx', permission: 'extension.read', title: 'api.title' },
  settings: {
    path: '/settings',
    module: 'settings/SettingsPage.tsx',
    permission: 'settings.manage',
    title: 'nav.settings',
    tab: 'settings',
  },
  notificationSettings: {
    path: '/settings/notifications',
    module: 'notifications/NotificationSettingsPage.tsx',
    permission: 'settings.manage',
    feature: 'service',
    title: 'notifications.settings',
    tab: 'settings',
  },
} as const satisfies Record<string, ListedPage>

export type PageName = keyof typeof pages

function patternsOf(): { readonly [Name in PageName]: (typeof pages)[Name]['path'] }
function patternsOf(): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(pages).map(([name, { path }]) => [name, path]))
}

/** The path of every page by name. */
export const patterns = patternsOf()
