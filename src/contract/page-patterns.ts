import type { Permission } from './access.ts'

/** The groups of pages that share tabs. */
type TabGroup = 'create' | 'notifications' | 'numbers' | 'reservations' | 'service' | 'settings'

export interface ListedPage {
  /** In the router's syntax. */
  path: `/${string}`
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

/**
 * Every page of the console, by the name of its component without `Page`. Navigation and tabs have this order. `src/web/app/routes.tsx`
 * imports the components.
 */
export const pages = {
  signIn: { path: '/sign-in' },
  overview: {
    path: '/overview',
    permission: 'extension.read',
    title: 'nav.overview',
  },
  team: { path: '/team', permission: 'extension.reserve', title: 'team.title' },
  numbers: {
    path: '/numbers',
    permission: 'extension.read',
    title: 'numbers.title',
    tab: 'numbers',
  },
  idle: {
    path: '/extensions/idle',
    permission: 'extension.read',
    title: 'idle.title',
    tab: 'numbers',
  },
  pools: {
    path: '/numbers/pools',
    permission: 'extension.read',
    title: 'pools.title',
    tab: 'numbers',
  },
  people: {
    path: '/people',
    permission: 'extension.read',
    title: 'nav.people',
  },
  person: { path: '/people/:agentUuid', permission: 'extension.read' },
  personUnbound: {
    path: '/people/:agentUuid/unbound',
    permission: 'extension.read',
  },
  reserveBatch: {
    path: '/reservations/batch',
    permission: 'extension.reserve',
    title: 'reservations.batch.title',
    tab: 'reservations',
  },
  reservations: {
    path: '/reservations/list',
    permission: 'extension.read',
    title: 'reservations.list.title',
    tab: 'reservations',
  },
  requests: {
    path: '/requests',
    permission: 'extension.read',
    title: 'nav.requests',
  },
  newExtension: {
    path: '/extensions/new',
    permission: 'extension.create',
    title: 'create.one.title',
    tab: 'create',
    tabLabel: 'create.one.tab',
  },
  newExtensionLegacy: {
    path: '/extensions/new/legacy',
    permission: 'extension.create',
    feature: 'legacyCreate',
    title: 'create.legacy.title',
  },
  jobs: { path: '/jobs', permission: 'extension.read', title: 'nav.jobs' },
  newJob: {
    path: '/jobs/new',
    permission: 'job.run',
    title: 'plan.range.title',
    tab: 'create',
    tabLabel: 'plan.range.tab',
  },
  importJob: {
    path: '/jobs/import',
    permission: 'job.run',
    title: 'plan.import.title',
    tab: 'create',
    tabLabel: 'plan.import.tab',
  },
  reconcile: {
    path: '/jobs/reconcile',
    permission: 'job.run',
    title: 'reconcile.title',
    tab: 'create',
    tabLabel: 'reconcile.tab',
  },
  job: {
    path: '/jobs/:id',
    permission: 'extension.read',
    title: 'job.title',
  },
  extension: {
    path: '/extensions/:ext',
    permission: 'extension.read',
  },
  service: {
    path: '/service',
    permission: 'service.manage',
    title: 'service.title',
    tab: 'service',
  },
  connection: {
    path: '/service/connection',
    permission: 'status.read',
    title: 'status.title',
    tab: 'service',
  },
  timeZones: {
    path: '/service/time-zones',
    permission: 'extension.read',
    title: 'reference.timeZones',
    tab: 'service',
  },
  languages: {
    path: '/service/languages',
    permission: 'extension.read',
    title: 'reference.languages',
    tab: 'service',
  },
  countries: {
    path: '/service/countries',
    permission: 'extension.read',
    title: 'reference.countries',
    tab: 'service',
  },
  audit: { path: '/audit', permission: 'audit.read', title: 'nav.audit' },
  users: { path: '/users', permission: 'user.manage', title: 'nav.users' },
  notifications: {
    path: '/notifications',
    permission: 'extension.read',
    title: 'notifications.title',
    tab: 'notifications',
  },
  notificationPreferences: {
    path: '/notifications/preferences',
    permission: 'extension.read',
    title: 'notifications.preferences',
    tab: 'notifications',
  },
  account: { path: '/account', title: 'account.title' },
  api: { path: '/api-access', permission: 'extension.read', title: 'api.title' },
  settings: {
    path: '/settings',
    permission: 'settings.manage',
    title: 'nav.settings',
    tab: 'settings',
  },
  notificationSettings: {
    path: '/settings/notifications',
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

/** Returns the name of a page's component. */
export const componentNameOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Page`

/** The path of every page by name. */
export const patterns = patternsOf()
