import * as z from 'zod'
import type { Backend } from './backend.ts'

const detail = z.object({ extension: z.object({ agentUuid: z.string(), agentName: z.string() }) })
const idleFor = z.object({ agent: z.object({ id: z.string(), agentName: z.string() }) })

interface PersonRef {
  uuid: string
  name: string
}

const ask = async (backend: Backend, path: string): Promise<unknown> => {
  await backend.signInAs('admin')
  return (await backend.fetch(path)).json()
}

/** Returns the agent that extension 1000 is bound to. */
export async function boundAgent(backend: Backend): Promise<PersonRef> {
  const { extension } = detail.parse(await ask(backend, '/api/extensions/1000'))
  return { uuid: extension.agentUuid, name: extension.agentName }
}

/** Returns an agent without an extension, from operation 6. */
export async function agentWithoutExtension(backend: Backend): Promise<PersonRef> {
  const { agent } = idleFor.parse(await ask(backend, '/api/extensions/idle/first'))
  return { uuid: agent.id, name: agent.agentName }
}

/** Reserves the number for an agent, as another window of the signed-in user would. */
export async function reserveElsewhere(
  backend: Backend,
  ext: string,
  person: object = { agentUuid: '9348ee74c2cefd4740db23a3b5bf4a0d' },
): Promise<void> {
  await backend.fetch('/api/reservations', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-console': '1',
      'idempotency-key': `reserved-elsewhere-${ext}`,
    },
    body: JSON.stringify({ items: [{ ext, ...person }] }),
  })
}
