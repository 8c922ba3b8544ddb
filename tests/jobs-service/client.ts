import { setTimeout as sleep } from 'node:timers/promises'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'

export interface Asked {
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: unknown
  key?: string
  /** In place of the admin's. */
  cookie?: string
}

type Send = (method: string, path: string, asked?: Asked) => Promise<Response>

/** Calls a console, wherever it runs, as the admin's page does. */
export function createClient(send: Send) {
  return {
    send,
    /** Throws on anything but success. */
    async ask<Answer extends z.ZodMiniType>(
      { method, path, answer }: Endpoint & { answer: Answer },
      asked: Asked = {},
    ): Promise<z.output<Answer>> {
      const target = path.replaceAll(/:(\w+)/g, (_, name: string) => asked.params?.[name] ?? name)
      const query = new URLSearchParams(
        Object.entries(asked.query ?? {}).map(([name, value]) => [name, String(value)]),
      ).toString()
      const ask = () => send(method, query === '' ? target : `${target}?${query}`, asked)
      let response = await ask()
      // Turned away while the machine has too much to do.
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
  /** What it has written, for when a test fails. */
  output: () => string
}
