import * as account from '#contract/account.ts'
import * as alertCount from '#contract/alert-count.ts'
import * as apiDescription from '#contract/api-description.ts'
import * as apiTokens from '#contract/api-tokens.ts'
import * as agents from '#contract/agents.ts'
import * as reservations from '#contract/reservations.ts'
import * as audit from '#contract/audit.ts'
import * as codes from '#contract/codes.ts'
import * as extensions from '#contract/extensions.ts'
import * as history from '#contract/history.ts'
import * as inventory from '#contract/inventory.ts'
import * as jobs from '#contract/jobs.ts'
import * as jobCredentials from '#contract/job-credentials.ts'
import * as labels from '#contract/labels.ts'
import * as notificationSettings from '#contract/notification-settings.ts'
import * as notifications from '#contract/notifications.ts'
import * as passkeys from '#contract/passkeys.ts'
import * as pools from '#contract/pools.ts'
import * as capacity from '#contract/capacity.ts'
import * as reference from '#contract/reference.ts'
import * as secret from '#contract/secret.ts'
import * as serviceRequests from '#contract/service-requests.ts'
import * as service from '#contract/service.ts'
import * as session from '#contract/session.ts'
import * as settings from '#contract/settings.ts'
import * as sso from '#contract/sso.ts'
import * as status from '#contract/status.ts'
import * as stepUp from '#contract/step-up.ts'
import * as team from '#contract/team.ts'
import * as suggestions from '#contract/suggestions.ts'
import * as users from '#contract/users.ts'
import * as views from '#contract/views.ts'
import type { Endpoint } from '#contract/endpoint.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value && 'answer' in value

/** Every endpoint that the contract declares, with its export name. */
export const endpoints: [name: string, endpoint: Endpoint][] = [
  account,
  alertCount,
  apiDescription,
  apiTokens,
  agents,
  reservations,
  audit,
  codes,
  extensions,
  history,
  inventory,
  jobs,
  jobCredentials,
  labels,
  notifications,
  notificationSettings,
  passkeys,
  pools,
  capacity,
  reference,
  secret,
  service,
  serviceRequests,
  session,
  settings,
  sso,
  status,
  stepUp,
  suggestions,
  team,
  users,
  views,
].flatMap((module) =>
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
}
const queries: Record<string, string> = {
  '/api/reference/time-zones': '?language=en',
  '/api/reference/languages': '?language=zh',
  '/api/reference/countries': '?language=en',
  '/api/suggestions': '?q=10',
  '/api/extensions/idle': '?page=1&pageSize=100',
  '/api/inventory/fresh': '?numbers=1000',
  '/api/views': '?page=inventory',
  '/api/labels': '?kind=extension',
  '/api/pools/:id/numbers': '?of=free',
  '/api/audit/names': '?of=actor&start=a',
}

/** Returns a sample URL of the endpoint: path parameters filled in and, for a GET, the query that it needs. */
export const urlOf = ({ path, method }: Endpoint): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => samples[name] ?? name) +
  (method === 'GET' ? (queries[path] ?? '') : '')
