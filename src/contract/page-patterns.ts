import type { Permission } from './access.ts'

export interface ListedPage {
  /** In the router's syntax. */
  path: `/${string}`
  /** Without a permission, every signed-in user may open the page. The BFF enforces the permissions of what it reads and changes. */
  permission?: Permission
}

/**
 * Where every page of the console is and who may open it: for links, in mails too, and for the server, which answers any other path with
 * 404. The rest of a page is in `src/web/app/routes.tsx`.
 */
export const pages = {
  signIn: { path: '/sign-in' },
  overview: { path: '/overview', permission: 'extension.read' },
  team: { path: '/team', permission: 'extension.reserve' },
  numbers: { path: '/numbers', permission: 'extension.read' },
  idle: { path: '/extensions/idle', permission: 'extension.read' },
  pools: { path: '/numbers/pools', permission: 'extension.read' },
  people: { path: '/people', permission: 'extension.read' },
  person: { path: '/people/:agentUuid', permission: 'extension.read' },
  personUnbound: { path: '/people/:agentUuid/unbound', permission: 'extension.read' },
  reserveBatch: { path: '/reservations/batch', permission: 'extension.reserve' },
  reservations: { path: '/reservations/list', permission: 'extension.read' },
  requests: { path: '/requests', permission: 'extension.read' },
  newExtension: { path: '/extensions/new', permission: 'extension.create' },
  newExtensionLegacy: { path: '/extensions/new/legacy', permission: 'extension.create' },
  jobs: { path: '/jobs', permission: 'extension.read' },
  newJob: { path: '/jobs/new', permission: 'job.run' },
  importJob: { path: '/jobs/import', permission: 'job.run' },
  reconcile: { path: '/jobs/reconcile', permission: 'job.run' },
  job: { path: '/jobs/:id', permission: 'extension.read' },
  extension: { path: '/extensions/:ext', permission: 'extension.read' },
  service: { path: '/service', permission: 'service.manage' },
  connection: { path: '/service/connection', permission: 'status.read' },
  timeZones: { path: '/service/time-zones', permission: 'extension.read' },
  languages: { path: '/service/languages', permission: 'extension.read' },
  countries: { path: '/service/countries', permission: 'extension.read' },
  audit: { path: '/audit', permission: 'audit.read' },
  users: { path: '/users', permission: 'user.manage' },
  notifications: { path: '/notifications', permission: 'extension.read' },
  notificationPreferences: { path: '/notifications/preferences', permission: 'extension.read' },
  account: { path: '/account' },
  api: { path: '/api-access', permission: 'extension.read' },
  settings: { path: '/settings', permission: 'settings.manage' },
  notificationSettings: { path: '/settings/notifications', permission: 'settings.manage' },
} as const satisfies Record<string, ListedPage>

export type PageName = keyof typeof pages

function patternsOf(): { readonly [Name in PageName]: (typeof pages)[Name]['path'] }
function patternsOf(): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(pages).map(([name, { path }]) => [name, path]))
}

/** The path of every page by name. */
export const patterns = patternsOf()
