import { defaultProfile } from '#upstream/profile.ts'
import { signGetToken } from '#upstream/signature.ts'
import { createSandbox, type SandboxOptions } from '#sandbox/sandbox.ts'

export const appId = 'sandbox'
export const appKey = 'sandbox-key-for-tests'

/** Opens a sandbox in memory with a minimal client. */
export function openSandbox(changes: Partial<SandboxOptions> = {}) {
  const sandbox = createSandbox({
    file: null,
    appId,
    appKey,
    extensions: 300,
    slowMs: 300,
    lateMs: 100,
    ...changes,
  })
  async function ask(
    path: string,
    init: RequestInit = {},
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await sandbox.fetch(new Request(`http://sandbox${path}`, init))
    const body: unknown = await response.json()
    return { status: response.status, body: typeof body === 'object' && body !== null ? { ...body } : {} }
  }
  async function token(): Promise<string> {
    const createTime = String(Math.floor(Date.now() / 1000))
    const { body } = await ask(
      `/api/get_token?appid=${appId}&create_time=${createTime}&sign=${signGetToken(appId, createTime, appKey, defaultProfile)}`,
    )
    const { item } = body
    return typeof item === 'object' && item !== null && 'token' in item ? String(item.token) : ''
  }
  return {
    sandbox,
    ask,
    token,
    /** Calls the extension service with a bearer token. With `json` and no `method`, sends a POST. */
    exts: (path: string, bearer: string, json?: unknown, method?: 'GET' | 'POST') =>
      ask(path, {
        method: method ?? (json === undefined ? 'GET' : 'POST'),
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      }),
  }
}
