import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '#contract/endpoint.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value && 'answer' in value

const folder = join(import.meta.dirname, '../../src/contract')
const modules: object[] = await Promise.all(
  readdirSync(folder)
    .toSorted()
    .map((file) => import(join(folder, file))),
)

/** Every endpoint that the contract declares, with its export name. */
export const endpoints: [name: string, endpoint: Endpoint][] = modules.flatMap((module) =>
  Object.entries(module).flatMap(([name, value]): [string, Endpoint][] =>
    isEndpoint(value) ? [[name, value]] : [],
  ),
)

const samples: Record<string, string> = {
  ext: '1000',
  id: '00000000-0000-4000-8000-000000000000',
  agentUuid: '9348ee74c2cefd4740db23a3b5bf4a0d',
  kind: 'extension',
  subject: '1000',
  role: 'auditor',
}
const queries: Record<string, string> = {
  '/api/reference/time-zones': '?language=en',
  '/api/reference/languages': '?language=zh',
  '/api/reference/countries': '?language=en',
  '/api/suggestions': '?q=10',
  '/api/extensions/idle': '?page=1&pageSize=100',
  '/api/numbers/fresh': '?numbers=1000',
  '/api/views': '?page=inventory',
  '/api/labels': '?kind=extension',
  '/api/pools/:id/numbers': '?of=free',
  '/api/audit/names': '?of=actor&start=a',
}

/** Returns a sample URL of the endpoint: path parameters filled in and, for a GET, the query that it needs. */
export const urlOf = ({ path, method }: Endpoint): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => samples[name] ?? name) +
  (method === 'GET' ? (queries[path] ?? '') : '')
