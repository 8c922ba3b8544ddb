import { setTimeout as sleep } from 'node:timers/promises'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'

export interface Asked {
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: unknown
  key?: string
  /** Replaces the admin's cookie. */
  cookie?: string
}

type Send = (method: string, path: string, asked?: Asked) => Promise<Response>

/** Calls a running console the way the admin's page does. `send` reaches the console. */
export function createClient(send: Send) {
  return {
    send,
    /** Throws unless the request succeeds. */
    async request<Answer extends z.ZodMiniType>(
      { method, path, answer }: Endpoint & { answer: Answer },
      asked: Asked = {},
    ): Promise<z.output<Answer>> {
      const target = path.replaceAll(/:(\w+)/g, (_, name: string) => asked.params?.[name] ?? name)
      const query = new URLSearchParams(
        Object.entries(asked.query ?? {}).map(([name, value]) => [name, String(value)]),
      ).toString()
      const ask = () => send(method, query === '' ? target : `${target}?${query}`, asked)
      let response = await ask()
      // Retry while the overloaded console sheds requests.
      for (let tries = 0; response.status === 503 && tries < 60; tries++) {
        await sleep(1_000)
        response = await ask()
      }
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${target}: ${response.status} ${text.slice(0, 300)}`)
      return answer.parse(JSON.parse(text))
    },
  }
}

export interface Client extends ReturnType<typeof createClient> {
  running: () => boolean
  /** The process's output, for the message of a failed test. */
  output: () => string
}
