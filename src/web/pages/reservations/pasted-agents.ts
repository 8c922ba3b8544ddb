import * as z from 'zod/mini'
import { agentUuid } from '#contract/text.ts'
import { ownValue } from '../../lib/preference.ts'

/** Maximum agents of one pasted list. */
export const maxPasted = 100
const agents = z.array(z.object({ id: agentUuid, isJoiner: z.boolean(), name: z.nullable(z.string()) }))
const pasted = ownValue('pasted-agents', agents, [])

/** The last list of agents that this user pasted in this browser. */
export const usePastedAgents = pasted.use
export const setPastedAgents = pasted.set
