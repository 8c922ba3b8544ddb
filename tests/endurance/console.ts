import { readFileSync, readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { startProduct, type Product } from '../e2e/product.ts'

export interface Asked {
  status: number
  ms: number
}

/** Several sessions, because one session is limited to twenty requests per second. */
const sessions = 6

/** Starts a console with a signed-in admin. Sends requests like a client and reads the process's usage from the system. */
export async function startConsole(environment: Record<string, string> = {}) {
  const product: Product = await startProduct({ LOG_LEVEL: 'error', ...environment })
  const { hostname, port } = new URL(product.url)
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const own = {
    origin: product.url,
    'sec-fetch-site': 'same-origin',
    'x-console': '1',
    'content-type': 'application/json',
  }
  const cookies: string[] = []
  for (let session = 0; session < sessions; session++) {
    const answer = await fetch(`${product.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: own,
      body: JSON.stringify(product.accounts.admin),
    })
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    if (cookie === '') throw new Error(`sign-in answered ${answer.status}`)
    cookies.push(cookie)
  }
  let turn = 0
  /** Returns the cookies of the sessions in turn. */
  const nextCookie = (): string => cookies[turn++ % sessions] ?? ''

  return {
    ...product,
    hostname,
    port: Number(port),
    own,
    nextCookie,
    /** Sends one GET as the page does. The status is 0 when the connection broke. */
    request: (path: string): Promise<Asked> => {
      const started = performance.now()
      return new Promise((resolve) => {
        const done = (status: number) => resolve({ status, ms: performance.now() - started })
        request({ hostname, port, path, agent, headers: { ...own, cookie: nextCookie() } }, (response) => {
          response.resume()
          response.once('end', () => done(response.statusCode ?? 0))
          response.once('error', () => done(0))
        })
          .once('error', () => done(0))
          .end()
      })
    },
    /** Resident memory, MB. */
    memory: (): number =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${product.pid}/status`, 'utf8'))?.[1]) / 1024,
    /** Number of open files and sockets. */
    descriptors: (): number => readdirSync(`/proc/${product.pid}/fd`).length,
    stop: async () => {
      agent.destroy()
      await product.stop()
    },
  }
}

/** Returns the percentile of the values; `share` is between 0 and 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
