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
import type { PageName } from '#contract/page-patterns.ts'
import type { UiLanguage } from '#contract/text.ts'
import { listUsers } from '#contract/users.ts'
import type { SignedIn } from './caller.ts'
import { pageAt } from './page-paths.ts'

interface Read {
  endpoint: Endpoint
  params?: object
  /** What the page's script asks for where its address says nothing else, and the endpoint's schema another thing. */
  query?: object
}

type ReadsFor = (parameter: string) => Read[]

/** For the parameter of a page's path, the reads without which it shows nothing. A page that is not here works as well, a round trip later. */
const reads: Readonly<Record<string, ReadsFor>> = {
  idle: () => [{ endpoint: idleExtensions }, { endpoint: firstIdle }],
  extension: (ext) => [{ endpoint: extensionDetail, params: { ext } }],
  inventory: () => [
    { endpoint: listInventory, query: { pageSize: defaultPageSize } },
    { endpoint: inventoryStatus },
  ],
  agents: () => [{ endpoint: listAgents }],
  agent: (id) => [
    { endpoint: readAgent, params: { id } },
    { endpoint: agentExtensions, params: { agentUuid: id } },
  ],
  jobs: () => [{ endpoint: listJobs }],
  job: (id) => [{ endpoint: readJob, params: { id } }],
  overview: () => [{ endpoint: readCapacity }],
  users: () => [{ endpoint: listUsers }],
} satisfies Partial<Record<PageName, ReadsFor>>

/** The reads with which the page begins: URLs as its script sends them. None where a parameter is invalid. */
export function preloadedReads(
  { pathname, searchParams }: URL,
  { role, mustChangePassword }: SignedIn,
): string[] {
  const page = pageAt(pathname)
  if (page === undefined || mustChangePassword) return []
  const given = Object.fromEntries(searchParams)
  return (reads[page.name]?.(page.parameter) ?? []).flatMap(({ endpoint, params = {}, query = {} }) => {
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

/** By page, its module (src/page-modules.ts); the first page has none, since it is part of the entry. */
const modulesSchema = z.record(z.string(), z.string())

function readBuilt<Schema extends z.ZodMiniType>(directory: string, name: string, schema: Schema) {
  const file = join(directory, '.vite', name)
  return z.parse(schema, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
}

/**
 * For a page's path, the files below the build's directory that its script imports besides those that `html` names itself: without
 * them in the page, the browser learns of them only once the entry has run.
 */
export function createFilePreloads(directory: string, html: string) {
  const manifest = readBuilt(directory, 'manifest.json', manifestSchema)
  const modules = readBuilt(directory, 'pages.json', modulesSchema)
  const filesOf = (name: string): string[] => {
    const chunk = manifest[name]
    return chunk === undefined
      ? []
      : [chunk.file, ...(chunk.css ?? []), ...(chunk.imports ?? []).flatMap(filesOf)]
  }
  return (pathname: string, language: UiLanguage): string[] => {
    const module = modules[pageAt(pathname)?.name ?? '']
    if (module === undefined) return []
    // As `loadFeature` and `withMessages` fetch them.
    const needed = [
      `src/web/${module}.tsx`,
      'src/web/lib/feature-styles.ts',
      `virtual:messages/${module}/${language}`,
    ]
    return [...new Set(needed.flatMap(filesOf))].filter((each) => !html.includes(each))
  }
}
