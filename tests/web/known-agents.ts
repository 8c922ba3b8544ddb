import * as z from 'zod'
import type { Backend } from './backend.ts'

const detail = z.object({ extension: z.object({ agentUuid: z.string(), agentName: z.string() }) })
const idleFor = z.object({ agent: z.object({ id: z.string(), agentName: z.string() }) })

interface KnownAgent {
  uuid: string
  name: string
}

const ask = async (backend: Backend, path: string): Promise<unknown> => {
  await backend.signInAs('admin')
  return (await backend.fetch(path)).json()
}

/** The agent that 1000 is bound to. */
export async function boundAgent(backend: Backend): Promise<KnownAgent> {
  const { extension } = detail.parse(await ask(backend, '/api/extensions/1000'))
  return { uuid: extension.agentUuid, name: extension.agentName }
}

/** An agent without an extension, as operation 6 offers one. */
export async function agentWithoutExtension(backend: Backend): Promise<KnownAgent> {
  const { agent } = idleFor.parse(await ask(backend, '/api/extensions/idle/first'))
  return { uuid: agent.id, name: agent.agentName }
}
