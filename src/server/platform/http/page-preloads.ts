import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { allows } from '#contract/access.ts'
import { agentExtensions, listAgents, readAgent } from '#contract/agents.ts'
import { readCapacity } from '#contract/capacity.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { urlOf } from '#contract/endpoint-url.ts'
import { extensionDetail, firstIdle, idleExtensions } from '#contract/extensions.ts'
import { inventoryStatus, listInventory } from '#contract/inventory.ts'
import { listJobs, readJob } from '#contract/jobs.ts'
import { defaultPageSize } from '#contract/page.ts'
import type { UiLanguage } from '#contract/text.ts'
import { listUsers } from '#contract/users.ts'
import type { SignedIn } from './caller.ts'

interface Read {
  endpoint: Endpoint
  params?: object
  /** What the page's script asks for where its address says nothing else, and the endpoint's schema another thing. */
  query?: object
}

interface Page {
  path: RegExp
  /** Below `src/web`; the first page has none, since it is part of the entry. */
  module?: string
  /** The reads without which the page shows nothing, for the parameter of its path. */
  reads?: (id: string) => Read[]
}

/** The first that matches is the page; which one `/` leads to is the browser's to remember. A page that is not here works as well, two round trips later. */
const pages: readonly Page[] = [
  { path: /^\/extensions\/idle$/, reads: () => [{ endpoint: idleExtensions }, { endpoint: firstIdle }] },
  { path: /^\/sign-in$/, module: 'auth/sign-in/SignInPage.tsx' },
  { path: /^\/extensions\/new(?:\/legacy)?$/, module: 'extensions/create/CreatePage.tsx' },
  {
    path: /^\/extensions\/([\w-]+)$/,
    module: 'extensions/detail/DetailPage.tsx',
    reads: (ext) => [{ endpoint: extensionDetail, params: { ext } }],
  },
  {
    path: /^\/inventory$/,
    module: 'inventory/InventoryPage.tsx',
    reads: () => [
      { endpoint: listInventory, query: { pageSize: defaultPageSize } },
      { endpoint: inventoryStatus },
    ],
  },
  { path: /^\/inventory\/pools$/, module: 'pools/PoolsPage.tsx' },
  { path: /^\/agents$/, module: 'agents/AgentsPage.tsx', reads: () => [{ endpoint: listAgents }] },
  {
    path: /^\/agents\/([\w-]+)$/,
    module: 'agents/AgentPage.tsx',
    reads: (id) => [
      { endpoint: readAgent, params: { id } },
      { endpoint: agentExtensions, params: { agentUuid: id } },
    ],
  },
  { path: /^\/reservations$/, module: 'reservations/WorkbenchPage.tsx' },
  { path: /^\/reservations\/batch$/, module: 'reservations/batch/BatchPage.tsx' },
  { path: /^\/reservations\/list$/, module: 'reservations/list/ReservationsPage.tsx' },
  { path: /^\/requests$/, module: 'requests/RequestsPage.tsx' },
  { path: /^\/reference\/[\w-]+$/, module: 'reference/ReferencePages.tsx' },
  { path: /^\/jobs$/, module: 'jobs/list/JobsPage.tsx', reads: () => [{ endpoint: listJobs }] },
  { path: /^\/jobs\/new$/, module: 'jobs/plan/RangePage.tsx' },
  { path: /^\/jobs\/import$/, module: 'jobs/plan/ImportPage.tsx' },
  { path: /^\/jobs\/reconcile$/, module: 'jobs/reconcile/ReconcilePage.tsx' },
  {
    path: /^\/jobs\/([\w-]+)$/,
    module: 'jobs/job/JobPage.tsx',
    reads: (id) => [{ endpoint: readJob, params: { id } }],
  },
  { path: /^\/overview$/, module: 'app/OverviewPage.tsx', reads: () => [{ endpoint: readCapacity }] },
  { path: /^\/audit$/, module: 'audit/AuditPage.tsx' },
  { path: /^\/connection$/, module: 'status/ConnectionPage.tsx' },
  { path: /^\/settings$/, module: 'settings/SettingsPage.tsx' },
  { path: /^\/settings\/codes$/, module: 'codes/CodesPage.tsx' },
  { path: /^\/users$/, module: 'auth/users/UsersPage.tsx', reads: () => [{ endpoint: listUsers }] },
  { path: /^\/account$/, module: 'auth/account/AccountPage.tsx' },
]

const pageAt = (pathname: string): Page | undefined => pages.find(({ path }) => path.test(pathname))

/** The reads with which the page begins: URLs as its script sends them. None where a parameter is invalid. */
export function preloadedReads(
  { pathname, searchParams }: URL,
  { role, mustChangePassword }: SignedIn,
): string[] {
  const page = pageAt(pathname)
  if (page?.reads === undefined || mustChangePassword) return []
  const given = Object.fromEntries(searchParams)
  const [, id = ''] = page.path.exec(pathname) ?? []
  return page.reads(id).flatMap(({ endpoint, params = {}, query = {} }) => {
    const { access, path } = endpoint
    const filled = z.safeParse(endpoint.params, params)
    const asked = z.safeParse(endpoint.query, { ...query, ...given })
    return access !== 'signed-in' &&
      access !== 'anyone' &&
      allows(role, access) &&
      filled.success &&
      asked.success
      ? [urlOf(path, filled.data, asked.data)]
      : []
  })
}

/** Vite's manifest: by module, the file that has it, what that file imports, and its style sheets. */
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
  }),
)

/** What comes with every page but the first (`loadFeature`). */
const shared = (language: UiLanguage) => [
  'src/web/lib/feature-styles.ts',
  `virtual:messages/${language}/rest`,
]

/**
 * For a page's path, the files below the build's directory that its script imports besides those that `html` names itself: without
 * them in the page, the browser learns of them only once the entry has run. `signedIn` false: those of the sign-in page.
 */
export function createFilePreloads(directory: string, html: string) {
  const file = join(directory, '.vite/manifest.json')
  const manifest = existsSync(file) ? z.parse(manifestSchema, JSON.parse(readFileSync(file, 'utf8'))) : {}
  const filesOf = (name: string): string[] => {
    const chunk = manifest[name]
    return chunk === undefined
      ? []
      : [chunk.file, ...(chunk.css ?? []), ...(chunk.imports ?? []).flatMap(filesOf)]
  }
  return (pathname: string, language: UiLanguage): string[] => {
    const module = pageAt(pathname)?.module
    if (module === undefined) return []
    const needed = [`src/web/${module}`, ...shared(language)].flatMap(filesOf)
    return [...new Set(needed)].filter((each) => !html.includes(each))
  }
}
