import { apiScopes } from '#contract/api-tokens.ts'
import { refusalsOf } from '#server/platform/http/api-description.ts'
import { endpoints } from './endpoints.ts'

/** The endpoints that tokens can call; those without parameters in their path first. */
const described = endpoints
  .map(([, endpoint]) => ({
    endpoint,
    path: new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`),
    codes: new Set(refusalsOf(endpoint).map(String)),
  }))
  .toSorted((one, other) => one.endpoint.path.split(':').length - other.endpoint.path.split(':').length)

/** Throws when a call was refused with a code that the description of the API does not name for its endpoint. */
export function requireDescribed(method: string, path: string, code: string): void {
  const found = described.find(
    ({ endpoint, path: form }) => endpoint.method === method && form.test(path.replace(/\?.*/, '')),
  )
  const isForTokens = apiScopes.some((scope) => scope === found?.endpoint.access)
  if (found === undefined || !isForTokens || found.codes.has(code)) return
  throw new Error(`${method} ${found.endpoint.path} refuses with ${code}: name it in the endpoint's problems`)
}
