/** The path of every page of the console, in the router's syntax. */
export const patterns = {
  signIn: '/sign-in',
  idle: '/extensions/idle',
  newExtension: '/extensions/new',
  newExtensionLegacy: '/extensions/new/legacy',
  extension: '/extensions/:ext',
  numbers: '/numbers',
  pools: '/numbers/pools',
  agents: '/agents',
  agent: '/agents/:agentUuid',
  team: '/team',
  reserveBatch: '/reservations/batch',
  reservations: '/reservations/list',
  requests: '/requests',
  jobs: '/jobs',
  newJob: '/jobs/new',
  importJob: '/jobs/import',
  reconcile: '/jobs/reconcile',
  job: '/jobs/:id',
  overview: '/overview',
  audit: '/audit',
  service: '/service',
  connection: '/service/connection',
  codes: '/service/names',
  timeZones: '/service/time-zones',
  languages: '/service/languages',
  countries: '/service/countries',
  settings: '/settings',
  users: '/users',
  notifications: '/notifications',
  account: '/account',
} as const

export type PageName = keyof typeof patterns

/** Old addresses of pages. The browser replaces them. */
export const movedPages: Readonly<Record<string, string>> = {
  '/inventory': patterns.numbers,
  '/inventory/pools': patterns.pools,
  '/settings/service': patterns.service,
  '/settings/codes': patterns.codes,
  '/connection': patterns.connection,
  '/reference/time-zones': patterns.timeZones,
  '/reference/languages': patterns.languages,
  '/reference/countries': patterns.countries,
  '/reservations': patterns.team,
}
