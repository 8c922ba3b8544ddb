import { defaultTimings } from '#server/platform/timings.ts'
import { openBff, origin } from '../server/bff.ts'
import { createClient, type Asked } from './client.ts'

const patient = { read: 60_000, token: 60_000, create: 60_000 }

/** Limits so long that a slow machine never causes a timeout. */
export const patientLimits = {
  ...defaultTimings.upstream.limits,
  connectMs: 60_000,
  headersMs: patient,
  totalMs: patient,
}

/** Opens the real console in this process, with the shortest waits for its jobs. */
export async function openInProcess({ timings, ...options }: NonNullable<Parameters<typeof openBff>[0]>) {
  const bff = await openBff({
    ...options,
    timings: {
      upstream: { ...defaultTimings.upstream, limits: patientLimits },
      jobPollMs: 100,
      jobRowsMs: 20,
      jobLookAgainMs: 10,
      jobBackoffMs: 10,
      ...timings,
    },
  })
  async function send(method: string, path: string, asked: Asked = {}): Promise<Response> {
    const headers = {
      ...bff.pageHeaders,
      cookie: await bff.cookieOf('admin'),
      ...(asked.key === undefined ? {} : { 'idempotency-key': asked.key }),
    }
    const body = method === 'GET' ? {} : { body: JSON.stringify(asked.body ?? {}) }
    return bff.console.app.fetch(new Request(`${origin}${path}`, { method, headers, ...body }))
  }
  return {
    ...createClient(send),
    running: () => true,
    output: () => bff.logged.join(''),
    close: bff.close,
  }
}
