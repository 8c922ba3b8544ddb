import { listUsers } from '#contract/users.ts'
import type { Answer, Bff } from './bff.ts'

type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>

/** Changes a user's access as an administrator who has just seen the user. */
export async function changeUser(ask: Ask, id: string | undefined, change: object): Promise<Answer> {
  const { items } = listUsers.answer.parse((await ask('GET', '/api/users')).body)
  const version = items.find((user) => user.id === id)?.version ?? 0
  return ask('PATCH', `/api/users/${id}`, { version, ...change })
}

export const asAdmin =
  (bff: Bff): Ask =>
  (method, path, body) =>
    bff.requestAs('admin', path, body, {}, method)
