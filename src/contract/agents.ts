import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageQuery, warning } from './page.ts'
import { extension } from './records.ts'
import { agentUuid, extPrefix } from './text.ts'

/** Operation 9: unbound extensions, and the agent's own as `current`. */
export const agentExtensions = endpoint({
  method: 'GET',
  path: '/api/agents/:agentUuid/extensions',
  access: 'extension.read',
  params: z.object({ agentUuid }),
  query: z.object({ ...pageQuery, ext: z.optional(extPrefix) }),
  answer: z.object({
    /** Null when this page of the service's answer holds no extension bound to the agent. */
    current: z.nullable(extension),
    items: z.array(extension),
    page: z.number(),
    pageSize: z.number(),
    /** As the service counts, the agent's own included. */
    total: z.number(),
    warnings: z.array(warning),
  }),
})
