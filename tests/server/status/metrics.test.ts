import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { listenForMetrics } from '#server/status/metrics-listener.ts'
import type { StoreLocation } from '#server/platform/database/database.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { DatabaseTokenStore } from '#server/platform/upstream/token-store.ts'
import { eachStore } from '../../stores/each-store.ts'
import { appKey, openBff, passwords, type Bff } from '../bff.ts'
import { endpoints } from '../endpoints.ts'
import { processes } from '../processes.ts'

const dashboard = z
  .object({
    panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../docs/grafana-dashboard.json'), 'utf8')))

/** Name, labels and value of each sample. */
const samplesOf = (text: string) =>
  [...text.matchAll(/^([a-z0-9_]+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value = '']) => ({
    name,
    labels,
    value: Number(value),
  }))

eachStore(({ copyStore, open }) => {
  let where: StoreLocation
  let bff: Bff
  let metrics: Awaited<ReturnType<typeof listenForMetrics>>
  beforeAll(async () => {
    where = await copyStore()
    bff = await openBff({ store: where })
    metrics = await listenForMetrics(
      { port: 0, host: '127.0.0.1', onFault: () => undefined },
      () => bff.console.metrics,
    )
  })
  afterAll(async () => {
    await metrics.close()
    await bff.close()
  })
  const scrape = async () => (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text()
  const value = async (name: string, labels = '') =>
    samplesOf(await scrape()).find((sample) => sample.name === name && sample.labels === labels)?.value

  test('forbids caching and content sniffing of responses', async () => {
    for (const path of ['metrics', 'elsewhere']) {
      const { headers } = await fetch(`http://127.0.0.1:${metrics.port}/${path}`)
      expect([headers.get('x-content-type-options'), headers.get('cache-control')]).toEqual([
        'nosniff',
        'no-store',
      ])
    }
  })

  test('counts requests, calls, tokens, breakers, rows and sessions', async () => {
    const route = 'route="/api/extensions/:ext"'
    await bff.requestAs('admin', '/api/extensions/990001')
    const found = await bff.requestAs('admin', '/api/extensions/idle?page=1&pageSize=20')
    expect(found.status).toBe(200)
    expect(await value('console_requests_total', `${route},status="502"`)).toBe(1)
    expect(await value('console_request_duration_seconds_count', route)).toBe(1)
    expect(
      await value('console_upstream_calls_total', 'operation="extension_detail",outcome="failing"'),
    ).toBe(1)
    expect(await value('console_upstream_calls_total', 'operation="get_token",outcome="ok"')).toBe(1)
    expect(await value('console_token_generation', 'credential="v5"')).toBe(1)
    expect(await value('console_token_age_seconds', 'credential="v5"')).toBeLessThan(60)
    expect(await value('console_token_contention', 'credential="v5"')).toBe(0)
    expect(await value('console_breaker_state', 'family="extensions",state="closed"')).toBe(1)
    expect(await value('console_job_rows', 'state="pending"')).toBe(0)
    expect(await value('console_job_lag_seconds')).toBe(0)
    expect(await value('console_sessions')).toBe(1)
    for (const of of ['server', 'users']) expect(await value('console_mail_failing', `of="${of}"`)).toBe(0)
    expect(await value('console_store_up')).toBe(1)
    expect(await value('console_audit_write_failures_total')).toBe(0)
  })

  test('exports every metric that the dashboard uses', async () => {
    const names = new Set(samplesOf(await scrape()).map(({ name }) => name))
    const drawn = dashboard.panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) =>
        [...expr.matchAll(/\b([a-z]+(?:_[a-z0-9]+)+)\{/g)].map(([, name]) => name),
      ),
    )
    expect(drawn.length).toBeGreaterThanOrEqual(dashboard.panels.length)
    expect(drawn.filter((name) => name === undefined || !names.has(name))).toEqual([])
  })

  test('has complete dashboard expressions that use existing states', async () => {
    const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    const matchers = /\{(?:\w+(?:=|!=|=~|!~)"[^"]*",?)*\}/g
    expect(expressions.filter((expr) => /[{}"]/.test(expr.replaceAll(matchers, '')))).toEqual([])
    const known = new Set(
      samplesOf(await scrape()).flatMap(({ name, labels }) => {
        const [, state] = /\bstate="([^"]*)"/.exec(labels) ?? []
        return state === undefined ? [] : [`${name} ${state}`]
      }),
    )
    const asked = expressions.flatMap((expr) =>
      [...expr.matchAll(/(\w+)\{[^}]*\bstate(?:!=|=~)"([^"]*)"/g)].flatMap(([, name = '', states = '']) =>
        states.split('|').map((state) => `${name} ${state}`),
      ),
    )
    expect(asked.length).toBeGreaterThan(4)
    expect(asked.filter((each) => !known.has(each))).toEqual([])
  })

  test('shows every console metric on the dashboard', async () => {
    const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join(' ')
    const own = [...(await scrape()).matchAll(/^# TYPE (console_\w+)/gm)].map(([, name = '']) => name)
    expect(own.filter((name) => !expressions.includes(name))).toEqual([])
  })

  test('R27: exposes no secret and no label that a caller or the service can multiply', async () => {
    for (let i = 0; i < 30; i++) {
      await bff.requestAs('admin', `/api/extensions/80${i}?agentId=someone-${i}`)
      await bff.requestAs(null, `/somewhere/else/${i}`)
      await bff.requestAs(null, `/api/nowhere-${i}`)
    }
    await bff.requestAs('admin', '/api/extensions/990007')
    // Values may contain any digits, so remove them.
    const text = (await scrape()).replaceAll(/^([^#].*) \S+$/gm, '$1')
    const seal = createSeal('a session secret for tests, long enough')
    const { state } = await new DatabaseTokenStore(await open(where), seal).read(
      `v5 ${bff.serviceUrl} sandbox`,
    )
    const token = state.token ?? ''
    expect(token.length).toBeGreaterThan(8)
    for (const secret of [
      appKey,
      token,
      ...Object.values(passwords),
      await bff.cookieOf('admin'),
      'someone-',
      '888888',
    ])
      expect(text).not.toContain(secret)
    const routes = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route))
    const known = new Set(['-', ...endpoints.map(([, { path }]) => path)])
    expect([...routes].filter((route) => route === undefined || !known.has(route))).toEqual([])
  })

  test('serves only GET /metrics', async () => {
    for (const [path, method] of [
      ['/', 'GET'],
      ['/metrics/x', 'GET'],
      ['/metrics', 'POST'],
    ] as const)
      expect((await fetch(`http://127.0.0.1:${metrics.port}${path}`, { method })).status).toBe(404)
  })

  test('logs every line of a request with the request ID from its response', async () => {
    const before = bff.logged.length
    const answer = await bff.requestAs('admin', '/api/extensions/990001')
    const { requestId } = z.object({ requestId: z.string() }).parse(answer.body)
    expect(answer.headers.get('x-request-id')).toBe(requestId)
    // Background work may log its own lines at the same time.
    const lines = bff.logged
      .slice(before)
      .map((line) => z.object({ msg: z.string(), requestId: z.nullish(z.string()) }).parse(JSON.parse(line)))
      .filter((line) => line.requestId === requestId)
    expect(lines.map(({ msg }) => msg)).toEqual(['upstream', 'request'])
  })
})

describe('as a process', () => {
  const { start } = processes()
  test('METRICS_PORT starts a separate listener and adds nothing to the console’s port', async () => {
    const server = start('metrics', { METRICS_PORT: '0' })
    await server.says(/Metrics at .*metrics\n/)
    const [, url = ''] = /Metrics at (\S+)/.exec(server.output()) ?? []
    const [, console = ''] = /Console at (\S+)/.exec(server.output()) ?? []
    expect(new URL(url).hostname).toBe('127.0.0.1')
    expect(await (await fetch(url)).text()).toContain('nodejs_eventloop_lag_seconds')
    expect(await (await fetch(`${console}/metrics`)).text()).not.toContain('nodejs_')
  })
})
