import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { readCapacity, type Capacity } from '#contract/capacity.ts'
import { totalOf } from '#contract/number-states.ts'
import { idleExtensions } from '#contract/extensions.ts'
import { listReservations } from '#contract/reservations.ts'
import { readAnswering } from '#contract/status.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { address, heading, setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole({ timings: { idlePagesEveryMs: 100, gapsEveryMs: 3_600_000 } })

const capacity = async (): Promise<Capacity> =>
  readCapacity.answer.parse(await (await backend().fetch('/api/capacity')).json())
const panel = (name: string) => screen.findByRole('region', { name })
const count = (value: number) => new Intl.NumberFormat('en').format(value)

let known: Capacity
beforeAll(async () => {
  await backend().signInAs('supervisor')
  // Wait for the console's first crawl of the idle extensions.
  const read = async () => {
    known = await capacity()
    if (known.crawledAt === null || known.ranges.length === 0) throw new Error('still reading')
  }
  await vi.waitFor(read, 60_000)
})

describe('capacity', () => {
  test('shows the scarcest ranges and the sum, linked to their numbers, and how recent it is', async () => {
    await renderApp({ path: '/overview', as: 'supervisor' })
    await heading('Overview')
    const table = await screen.findByRole('table', { name: 'Capacity by number range' })
    const largest = Math.max(...known.ranges.map(totalOf))
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows).toHaveLength(Math.min(6, known.ranges.length) + 1)
    expect([...(rows[0]?.children ?? [])].map((cell) => cell.textContent)).toContain(count(largest))
    const free = within(table).getByRole('link', { name: `All numbers, Free: ${known.whole.free}` })
    expect(free.textContent).toBe(count(known.whole.free))
    expect(free.getAttribute('href')).toBe('/numbers?state=free')
    expect(screen.getByText(/Free numbers read/)).toBeTruthy()
    const more = screen.getByRole('link', { name: /trend$/ })
    expect(more.getAttribute('href')).toBe('/numbers/pools')
  })
})

describe('number ranges', () => {
  test('are shown in a table that links to their numbers, with its order in the URL', async () => {
    const { user } = await renderApp({ path: '/numbers/pools', as: 'supervisor' })
    const [first] = known.ranges
    const table = await screen.findByRole('table', { name: 'Each range' })
    const links = within(table).getAllByRole('link')
    expect(links).toHaveLength(known.ranges.length)
    expect(links[0]?.getAttribute('href')).toContain(first?.scope)
    const cells = within(within(table).getAllByRole('row')[1] ?? table).getAllByRole('cell')
    expect(cells.slice(0, 6).map((cell) => cell.textContent)).toEqual([
      `${first?.scope}…`,
      // The bar.
      '',
      count(first?.free ?? 0),
      count(first?.reserved ?? 0),
      // Nothing looks bound numbers up here.
      `≥ ${count(first?.bound ?? 0)}`,
      count(first?.unknown ?? 0),
    ])
    expect(within(table).queryByRole('button', { name: /threshold/ })).toBeNull()
    await user.click(within(table).getByRole('button', { name: 'Free' }))
    await waitFor(() => expect(address()).toBe('/numbers/pools?ranges=free'))
    expect(within(table).getByRole('columnheader', { name: /^Free/ }).ariaSort ?? '').toBe('ascending')
  })

  test('open their numbers from the keyboard', async () => {
    const { user } = await renderApp({ path: '/numbers/pools', as: 'supervisor' })
    const table = await screen.findByRole('table', { name: 'Each range' })
    const [link] = within(table).getAllByRole('link')
    link?.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toContain(known.ranges[0]?.scope))
    expect(address()).not.toContain('/pools')
  })

  test('say where their counts come from', async () => {
    await renderApp({ path: '/numbers/pools', as: 'supervisor' })
    await screen.findByText(/Last full scan of the idle extensions/)
    expect(screen.getByText(/No snapshots yet|stored in the console/)).toBeTruthy()
  })
})

describe('thresholds', () => {
  test('raise alerts, can be snoozed and removed, and report a conflicting change', async () => {
    const { user, unmount } = await renderApp({ path: '/numbers/pools' })
    let alerts = within(await panel('Alerts'))
    await alerts.findByText(/No threshold is set/)
    await user.click(alerts.getByRole('button', { name: 'Set threshold' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getAllByText('Fill in at least one of the two.')).toHaveLength(2)
    await user.type(dialog.getByRole('textbox', { name: 'Numbers starting with' }), '1x')
    await user.type(dialog.getByRole('textbox', { name: 'Free numbers below' }), '99999')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('Use at most 15 digits.')).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: 'Numbers starting with' }), '{Backspace}')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    unmount()
    const overview = await renderApp({ path: '/overview' })
    const attention = within(await panel('Needs attention'))
    expect(await attention.findByText(/\d+ free, fewer than 99,999/)).toBeTruthy()

    await overview.user.click(attention.getByRole('button', { name: 'Snooze for a week: 1…' }))
    await screen.findByText('1… snoozed for a week')
    expect(attention.queryByText(/fewer than 99,999/)).toBeNull()
    // Snoozing removes the button that had the focus.
    expect(document.activeElement?.closest('section')).toBe(await panel('Needs attention'))

    overview.unmount()
    await renderApp({ path: '/numbers/pools' })
    alerts = within(await panel('Alerts'))
    expect(await alerts.findByText(/Snoozed by ada@example\.com until/)).toBeTruthy()
    await user.click(alerts.getByRole('button', { name: 'Change the threshold of 1…' }))
    const [threshold] = (await capacity()).thresholds
    await backend().fetch('/api/capacity/thresholds', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-console': '1' },
      body: JSON.stringify({ scope: '1', leastFree: 7, leastDays: null, version: threshold?.version }),
    })
    const change = within(await screen.findByRole('dialog'))
    await user.click(change.getByRole('button', { name: 'Save' }))
    await change.findByText('This has been changed since you opened it')
    await user.click(change.getByRole('button', { name: 'Cancel' }))
    await user.click(await alerts.findByRole('button', { name: 'Change the threshold of 1…' }))
    const again = within(await screen.findByRole('dialog'))
    expect(again.getByRole('textbox', { name: 'Free numbers below' })).toHaveProperty('value', '7')
    await user.click(again.getByRole('button', { name: 'Remove' }))
    expect(await alerts.findByText(/No threshold is set/)).toBeTruthy()
  })

  test('are read-only for supervisors', async () => {
    await renderApp({ path: '/numbers/pools', as: 'supervisor', language: 'zh' })
    const alerts = within(await panel('告警'))
    await alerts.findByText('尚未设置阈值。管理员可以设置。')
    expect(alerts.queryByRole('button')).toBeNull()
  })

  test('are not reported as kept without a forecast', async () => {
    await backend().signInAs('admin')
    await backend().fetch('/api/capacity/thresholds', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-console': '1' },
      body: JSON.stringify({ scope: '1', leastFree: null, leastDays: 5, version: 0 }),
    })
    await renderApp({ path: '/numbers/pools' })
    const alerts = within(await panel('Alerts'))
    await alerts.findByText('Unknown')
    await alerts.findByText(
      "No alerts, but some thresholds can't be checked yet: there is less than a week of history.",
    )
    expect(alerts.queryByText(/All thresholds OK/)).toBeNull()
  })
})

describe('panels', () => {
  test('stay when the audit fails, which can be read again', async () => {
    const whole = backend().fetch
    let broken = true
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
      broken && path.startsWith('/api/audit')
        ? Promise.resolve(new Response('{}', { status: 500 }))
        : whole(path, init),
    )
    try {
      const { user } = await renderApp({ path: '/overview' })
      const recent = within(await panel('Recent actions'))
      const retry = await recent.findByRole('button', { name: 'Try again' })
      expect(await screen.findByRole('table', { name: 'Capacity by number range' })).toBeTruthy()
      expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1)
      broken = false
      await user.click(retry)
      expect(await recent.findAllByRole('listitem')).toHaveLength(5)
    } finally {
      vi.stubGlobal('fetch', whole)
    }
  })

  test('say that the state of the service could not be read', async () => {
    const whole = backend().fetch
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
      path.startsWith('/api/capacity/health')
        ? Promise.resolve(new Response('{}', { status: 500 }))
        : whole(path, init),
    )
    try {
      await renderApp({ path: '/overview' })
      expect(await screen.findByText('The state of the phone platform could not be read')).toBeTruthy()
    } finally {
      vi.stubGlobal('fetch', whole)
    }
  })

  test('do not go on saying that the service is well once its state can no longer be read', async () => {
    const whole = backend().fetch
    let broken = false
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
      broken && path.startsWith('/api/capacity/health')
        ? Promise.resolve(new Response('{}', { status: 500 }))
        : whole(path, init),
    )
    try {
      const { client } = await renderApp({ path: '/overview', as: 'supervisor' })
      await screen.findByText('Phone platform · OK')
      broken = true
      await client.invalidateQueries({ queryKey: ['/api/capacity/health'] })
      await screen.findByText('The state of the phone platform could not be read')
      expect(screen.queryByText('Phone platform · OK')).toBeNull()
    } finally {
      vi.stubGlobal('fetch', whole)
    }
  })

  test('do not claim that nothing needs attention when a read failed', async () => {
    const whole = backend().fetch
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
      path.startsWith('/api/service-requests')
        ? Promise.resolve(new Response('{}', { status: 500 }))
        : whole(path, init),
    )
    try {
      await renderApp({ path: '/overview', as: 'supervisor' })
      const attention = within(await panel('Needs attention'))
      await attention.findByText('Some of it could not be read, so there may be more.')
      expect(attention.queryByText('Nothing needs attention.')).toBeNull()
    } finally {
      vi.stubGlobal('fetch', whole)
    }
  })

  test('say that the phone platform does not answer, which needs attention', async () => {
    const whole = backend().fetch
    const noAnswerSince = Date.now() - 60_000
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
      path === readAnswering.path
        ? Promise.resolve(
            Response.json({ noAnswerSince, otherAnswersSince: null, listsReadAt: noAnswerSince }),
          )
        : whole(path, init),
    )
    try {
      await renderApp({ path: '/overview' })
      const attention = within(await panel('Needs attention'))
      await attention.findByText("The phone platform isn't answering")
      expect(attention.getByRole('link', { name: 'Test the service' })).toBeTruthy()
      expect(attention.queryByText('Nothing needs attention.')).toBeNull()
    } finally {
      vi.stubGlobal('fetch', whole)
    }
  })

  test('show recent events and the token by permission', async () => {
    const { unmount } = await renderApp({ path: '/overview', as: 'supervisor' })
    await screen.findByText('Phone platform · OK')
    expect(screen.queryByText(/token valid/)).toBeNull()
    expect(screen.queryByRole('link', { name: 'Phone platform · OK' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Recent actions' })).toBeNull()
    unmount()
    await renderApp({ path: '/overview' })
    expect(await within(await panel('Recent actions')).findAllByRole('listitem')).toHaveLength(5)
    await screen.findByRole('link', { name: 'Phone platform · OK' })
    await screen.findByText(/token valid/)
  })

  test('name the person and the job of a recent event, never by ID', async () => {
    await backend().signInAs('admin')
    const headers = { 'content-type': 'application/json', 'x-console': '1' }
    const send = async (path: string, body: object, method = 'POST', more = {}) => {
      const init = { method, headers: { ...headers, ...more }, body: JSON.stringify(body) }
      expect((await backend().fetch(path, init)).ok).toBe(true)
    }
    const agentUuid = '00000000-0000-4000-8000-00000000a11e'
    await send('/api/people/import', { rows: [{ agentUuid, workNumber: '89222', name: 'Nina Recent' }] })
    const found = await (await backend().fetch('/api/people?q=89222')).text()
    const [, id = ''] = /"id":"([^"]+)"/.exec(found) ?? []
    await send(`/api/labels/agent/${id}`, { add: ['night'], remove: [] }, 'PATCH')
    const passwords = { fill: 'none', length: 16 }
    const job = { name: 'Hall of the job', items: [{ ext: '46099' }], passwords }
    await send('/api/jobs', job, 'POST', { 'idempotency-key': crypto.randomUUID() })
    await renderApp({ path: '/overview' })
    const recent = within(await panel('Recent actions'))
    await recent.findByRole('link', { name: 'Nina Recent' })
    await recent.findByRole('link', { name: 'Hall of the job' })
    expect(recent.queryByText(/^[0-9a-f]{8}$/)).toBeNull()
    // So does the audit.
    await renderApp({ path: '/audit?action=job.create' })
    const events = within(await screen.findByRole('table', { name: 'Audit' }))
    await events.findByRole('link', { name: 'Hall of the job' })
  })
})

test('counts every reserved number that is bound to another agent, also those reserved long before', async () => {
  await backend().signInAs('supervisor')
  const idle = await (await backend().fetch('/api/extensions/idle?pageSize=6')).json()
  const numbers = idleExtensions.answer.parse(idle).items.map(({ ext }) => ext ?? '')
  await backend().fetch('/api/reservations', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-console': '1',
      'idempotency-key': 'six-numbers-to-lose',
    },
    body: JSON.stringify({
      items: numbers.map((ext) => ({ ext, agentUuid: '9348ee74c2cefd4740db23a3b5bf4a0d' })),
    }),
  })
  const { store } = backend().sandbox
  for (const ext of numbers) {
    store.desk.bind(homeCompany.id, ext, store.agentWithoutExtension(homeCompany.id)?.uuid ?? '')
    await backend().fetch(`/api/extensions/${ext}`)
  }
  await vi.waitFor(async () => {
    const { items } = listReservations.answer.parse(
      await (await backend().fetch('/api/reservations?state=taken')).json(),
    )
    expect(items).toHaveLength(6)
  }, 60_000)
  await renderApp({ path: '/overview', as: 'supervisor' })
  await screen.findByText('6 reserved numbers are bound to other agents')
})
