import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { lookUpNumbers, readJob } from '#contract/jobs.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { watchJob } from '#web/entities/job/watched.ts'
import { heldAnswers } from './held-answers.ts'
import { boundAgent } from './known-people.ts'
import { address, enter, heading, setUpConsole } from './render-app.tsx'
import { cellsOf, savedFiles } from './saved-files.ts'

const { backend, renderApp } = setUpConsole()

const posts = () => backend().requests.filter(({ method, path }) => method === 'POST' && path === '/api/jobs')
const start = (count: string) => screen.findByRole('button', { name: `Create ${count} extensions` })
const ready = async (count: string) => {
  const button = await start(count)
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
  return button
}

test('counts every row of an import that will not be sent, and names the job after the rest', async () => {
  const { user } = await renderApp({ path: '/jobs/import' })
  await user.click(await screen.findByLabelText('Or paste cells'))
  // Two new numbers, a duplicate, an error, and a number that exists.
  await user.paste('Number\n42001\n42002\n42001\nreception\n1000')
  await ready('2')
  screen.getByText('3 rows excluded')
  expect(screen.getByLabelText('Job name')).toHaveProperty('placeholder', 'Import of 2 numbers')
})

describe('the options of a job', () => {
  const setOptions = async (user: UserEvent) => {
    await enter(user, await screen.findByLabelText('Job name'), 'Second floor')
    await user.click(screen.getByRole('radio', { name: /^Let the service choose/ }))
  }
  const expectOptions = async () => {
    expect(await screen.findByLabelText('Job name')).toHaveProperty('value', 'Second floor')
    expect(screen.getByRole('radio', { name: /^Let the service choose/ })).toHaveProperty('checked', true)
  }

  test('stay when the numbers are cleared and typed again', async () => {
    const { user } = await renderApp({ path: '/jobs/new?numbers=43001-43002' })
    await setOptions(user)
    await enter(user, screen.getByRole('combobox', { name: 'Language (codec)' }), 'Opus')
    await user.clear(screen.getByLabelText('Numbers'))
    await screen.findByText('No numbers yet')
    expect(screen.queryByLabelText('Job name')).toBeNull()
    await enter(user, screen.getByLabelText('Numbers'), '43001-43003')
    await ready('3')
    await expectOptions()
    expect(screen.getByRole('combobox', { name: 'Language (codec)' })).toHaveProperty('value', 'Opus')
  })

  test('stay when a sheet is replaced', async () => {
    const { user } = await renderApp({ path: '/jobs/import' })
    await user.click(await screen.findByLabelText('Or paste cells'))
    await user.paste('Number\n43004')
    await setOptions(user)
    await user.click(screen.getByLabelText('Or paste cells'))
    await user.clear(screen.getByLabelText('Or paste cells'))
    await user.paste('Number\n43005\n43006')
    expect(await ready('2')).toBeTruthy()
    await expectOptions()
  })
})

describe('a range of numbers', () => {
  test('is looked up and planned before anything is sent, then shows the result of its job', async () => {
    const { user } = await renderApp({ path: '/jobs/new' })
    await heading('Create numbers')
    await enter(user, await screen.findByLabelText('Numbers'), '40001 to 40004, 1000')
    await screen.findByText('5 numbers recognized: 1000, 40001–40004')
    await waitFor(() => expect(address()).toBe('/jobs/new?numbers=40001+to+40004,+1000'))
    const button = await ready('4')
    expect(screen.getByRole('table', { name: 'Excluded numbers and reasons' }).textContent).toContain('1000')
    expect(posts()).toHaveLength(0)
    await user.click(button)
    await heading('40001–40004')
    await screen.findAllByText('Complete')
    await screen.findByText('4 of 4 rows finished · 100%', { exact: false })
    const table = await screen.findByRole('table', { name: 'Rows of the job' })
    await waitFor(() => expect(within(table).getAllByText('Created')).toHaveLength(4))
    expect(posts()).toHaveLength(1)
    // Rows that wait have no control, and the keyboard scrolls them all the same.
    expect(screen.getByRole('region', { name: 'Rows of the job' }).tabIndex).toBe(0)
  })

  test('replaces existing numbers with the next free ones, or starts nothing', async () => {
    const { user } = await renderApp({ path: '/jobs/new?numbers=1299,1298,1297&existing=fill' })
    await ready('3')
    expect(screen.getByRole('region', { name: 'Planned numbers' }).textContent).toContain('1302')
    await user.click(screen.getByText("Don't start"))
    await screen.findByText("3 numbers already exist, so the job can't start.", { exact: false })
    expect(address()).toContain('existing=stop')
  })

  test('looks each number up once while it replaces existing numbers', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
      if (path === lookUpNumbers.path)
        asked.push(
          ...lookUpNumbers.body.parse(JSON.parse(typeof init.body === 'string' ? init.body : '')).exts,
        )
      return backend().fetch(path, init)
    })
    onTestFinished(() => {
      vi.stubGlobal('fetch', backend().fetch)
    })
    await renderApp({ path: '/jobs/new?numbers=1240-1299&existing=fill' })
    await ready('60')
    expect(asked).toContain('1300')
    expect(new Set(asked).size).toBe(asked.length)
  })

  test('explains invalid numbers and how to fix them', async () => {
    await renderApp({ path: '/jobs/new?numbers=8060-8001,%207' })
    await screen.findByText('“8060-8001” is in the wrong order. Write the smaller number first.')
    await screen.findByText('Not used: 7 (too short)')
    expect(await screen.findByText('No numbers yet')).toBeTruthy()
  })

  test('is all that a pasted message plans; the user adds what may be a number', async () => {
    const { user } = await renderApp({ path: '/jobs/new' })
    await user.click(await screen.findByLabelText('Numbers'))
    await user.paste(
      '8301001-03 for 12 new people by 12:30 on 2026-12-05, and maybe 830100. Room 214, ticket INC-10422, +49 30 5550123',
    )
    await screen.findByText('3 numbers recognized: 8301001–8301003')
    screen.getByText(
      'Not used: 12 new (a count), 12:30 (a time), 2026-12-05 (a date), Room 214 (a place), INC-10422 (a ticket or version), ' +
        '+49 30 5550123 (a phone number)',
    )
    screen.getByText('“830100” may be a number, or something else.')
    await ready('3')
    await user.click(screen.getByRole('button', { name: 'Add 830100' }))
    await screen.findByText('4 numbers recognized: 830100, 8301001–8301003')
    await ready('4')
    expect(address()).toContain('added=830100')
    expect(screen.queryByRole('button', { name: 'Add 830100' })).toBeNull()
  })

  test('starts many rows only after the user typed their count', async () => {
    const { user } = await renderApp({ path: '/jobs/new?numbers=41000-41199' })
    const button = await start('200')
    const typed = await screen.findByLabelText('Enter 200 to confirm')
    await waitFor(() => expect(screen.queryByText('Looking up')).toBeNull())
    expect(button.hasAttribute('disabled')).toBe(true)
    await user.type(typed, '200')
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
  })

  test('shows numbers being looked up only until the look-up is cancelled', async () => {
    heldAnswers(backend(), (_method, path) => path === lookUpNumbers.path)
    const { user } = await renderApp({ path: '/jobs/new?numbers=46001-46002' })
    const cells = within(await screen.findByRole('region', { name: 'Planned numbers' }))
    await waitFor(() => expect(cells.getAllByText('Looking up')).toHaveLength(2))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(cells.getAllByText('not looked up yet')).toHaveLength(2))
    expect(cells.queryByText('Looking up')).toBeNull()
  })

  test('is not started with an invalid codec, and sends a valid one for every number', async () => {
    const { user } = await renderApp({ path: '/jobs/new?numbers=47001-47002' })
    const button = await ready('2')
    const codec = screen.getByRole('combobox', { name: 'Language (codec)' })
    await user.click(codec)
    await user.paste('Opus\u200B')
    await screen.findByText('Use 128 characters or fewer')
    expect(button.hasAttribute('disabled')).toBe(true)
    await user.clear(codec)
    await user.paste(' Opus ')
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
    await user.click(button)
    await heading('47001–47002')
    await screen.findAllByText('Complete')
    expect(await (await backend().fetch('/api/extensions/47002')).json()).toMatchObject({
      extension: { langCodeTxt: 'Opus' },
    })
  })

  test('is planned in Chinese', async () => {
    await renderApp({ path: '/jobs/new?numbers=42001至42003', language: 'zh' })
    await heading('创建号码')
    expect(await screen.findByRole('button', { name: '创建 3 个分机' })).toBeTruthy()
  })
})

describe('a job with refusals', () => {
  test('shows partial success and the reason of each failed row, and sends a row again', async () => {
    const { user } = await renderApp({ path: '/jobs/new?numbers=43001,43002,990106' })
    await user.click(await ready('3'))
    await screen.findAllByText('Partial success')
    const title = await screen.findByText('1 row was not created')
    // The page begins with what failed, and why.
    await screen.findByText(/^1 × /)
    const progress = screen.getByText(/^3 of 3 rows finished/)
    expect(title.compareDocumentPosition(progress) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    screen.getByRole('button', { name: 'Send 1 failed row again' })
    await user.click(screen.getByRole('button', { name: /^Not created/ }))
    await waitFor(() => expect(address()).toContain('state=failed'))
    const table = await screen.findByRole('table', { name: 'Rows of the job' })
    await within(table).findByText(/^310122 /)
    const saved = savedFiles()
    await user.click(screen.getByRole('button', { name: 'Download failed rows' }))
    await waitFor(() =>
      expect(saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^job-.{8}-failed\.xlsx$/)]),
    )
    expect((await cellsOf(saved[0])).map(([ext]) => ext)).toEqual(['ext', '990106'])
    const rows = backend().requests.filter(({ path }) => path.endsWith('/items') || path.includes('.csv'))
    expect(rows.at(-1)).toMatchObject({ search: '?state=failed' })
    await user.click(within(table).getByRole('button', { name: 'Send again: 990106' }))
    // The filter hides the row while it is being sent; then the row is back with two attempts.
    const again = () => within(screen.getByRole('table', { name: 'Rows of the job' }))
    await waitFor(() => expect(again().getByText('2')).toBeTruthy())
  })

  test('is not sent again where that can change nothing', async () => {
    await backend().signInAs('admin')
    const body = { name: 'Exists', items: [{ ext: '1000' }], passwords: { fill: 'none', length: 16 } }
    const started = await backend().fetch('/api/jobs', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-console': '1',
        'idempotency-key': 'key-that-exists-1',
      },
      body: JSON.stringify(body),
    })
    const { id } = readJob.answer.parse(await started.json())
    await renderApp({ path: `/jobs/${id}` })
    await screen.findByText('1 × This number already exists')
    screen.getByText(/^Sending them again would change nothing/)
    expect(screen.queryByRole('button', { name: /^Send .*again/ })).toBeNull()
    const post = { method: 'POST', headers: { 'content-type': 'application/json', 'x-console': '1' } }
    const retried = await backend().fetch(`/api/jobs/${id}/retry`, { ...post, body: '{"what":"failed"}' })
    expect(readJob.answer.parse(await retried.json()).counts).toMatchObject({ failed: 1, pending: 0 })
  })

  test('is shown to a supervisor without anything that changes it', async () => {
    const { user } = await renderApp({ path: '/jobs', as: 'supervisor' })
    await heading('Bulk jobs')
    expect(screen.queryByText('Create in bulk')).toBeNull()
    await user.click(
      (await screen.findAllByRole('link', { name: '43001–43002 and 1 more' }))[0] ?? document.body,
    )
    await screen.findAllByText('Partial success')
    expect(
      screen.queryByRole('button', { name: /^(Send|Look up).* again|Pause|Cancel|Download passwords/ }),
    ).toBeNull()
    await screen.findByRole('button', { name: 'Report' })
  })
})

test('keeps the passphrase until the file is downloaded, and shows it until the dialog is closed', async () => {
  const saved = savedFiles()
  backend().forgetSessions()
  const { user } = await renderApp({ path: '/jobs/new?numbers=44001-44002' })
  await user.click(await ready('2'))
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Download passwords' }))
    return screen.findByRole('dialog', { name: 'Phone passwords' })
  }
  const passphraseIn = (dialog: HTMLElement) => dialog.querySelector('code')?.textContent
  const passphrase = passphraseIn(await open())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const dialog = await open()
  expect(passphraseIn(dialog)).toBe(passphrase)

  const { release } = heldAnswers(backend(), (_method, path) => path.endsWith('/credentials'))
  await user.click(within(dialog).getByRole('button', { name: 'Download' }))
  await user.keyboard('{Escape}')
  release()
  await within(dialog).findByText('The file was downloaded.', { exact: false })
  expect(saved).toHaveLength(1)
  await user.keyboard('{Escape}')
  expect(passphraseIn(screen.getByRole('dialog'))).toBe(passphrase)
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  const question = within(await screen.findByRole('dialog', { name: 'Continue without a copy?' }))
  await user.click(question.getByRole('button', { name: 'Keep it open' }))
  await user.click(within(dialog).getByRole('button', { name: 'Copy passphrase' }))
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

/** Creates numbers with generated passwords, and waits for the job's end. Returns its path and the passwords. */
async function jobWithPasswords(...exts: string[]) {
  backend().forgetSessions()
  const id = await jobOf(
    exts.map((ext) => ({ ext })),
    'random',
  )
  const ended = async () => {
    const { state, unverified } = readJob.answer.parse(
      await (await backend().fetch(`/api/jobs/${id}`)).json(),
    )
    if (state !== 'ended' || unverified > 0) throw new Error('the job goes on')
  }
  await vi.waitFor(ended, 60_000)
  const { store } = backend().sandbox
  const passwords = exts.map((ext) => String(store.extension(homeCompany.id, ext)?.['password']))
  return { id, path: `/jobs/${id}`, passwords }
}

describe('generated passwords', () => {
  test('can be downloaded again after the connection broke, until the user has them', async () => {
    const saved = savedFiles()
    const { id, path } = await jobWithPasswords('48001', '48002')
    const { user } = await renderApp({ path })
    await screen.findByText(/^2 passwords, deleted/)
    screen.getByText(/^tomorrow \d\d:\d\d$/)
    await user.click(screen.getByRole('button', { name: 'Download passwords' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Phone passwords' }))
    vi.stubGlobal('fetch', async (called: string, init: RequestInit = {}) => {
      if (!called.endsWith('/credentials')) return backend().fetch(called, init)
      const broken = new ReadableStream({
        pull(controller) {
          controller.enqueue(new Uint8Array(65_536))
          controller.error(new TypeError('terminated'))
        },
      })
      return new Response(broken, { headers: { 'content-type': 'application/zip' } })
    })
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    await dialog.findByText("The console's server isn't responding")
    expect(saved).toHaveLength(0)
    vi.stubGlobal('fetch', backend().fetch)
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    await dialog.findByText('The file was downloaded.', { exact: false })
    expect(saved).toHaveLength(1)
    await user.click(dialog.getByRole('button', { name: 'Copy passphrase' }))
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await screen.findByText(/^Sent to ada@example\.com as a download/)

    await user.click(screen.getByRole('button', { name: 'I have them' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete the passwords now?' }))
    await user.click(question.getByRole('button', { name: 'Delete passwords' }))
    await screen.findByText(/^Passwords deleted/)
    screen.getByText(/by ada@example\.com, who has them$/)
    for (const name of ['Download passwords', 'Print welcome sheets', 'I have them'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect((await backend().fetch(`/api/jobs/${id}`)).status).toBe(200)
  })

  test('are shown as waiting on the list, and on the overview to those who may fetch them, with the last download', async () => {
    const { path, id } = await jobWithPasswords('48101', '48102', '48103')
    await backend().fetch(`/api/jobs/${id}/credentials/print`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-console': '1' },
      body: '{}',
    })
    const shown = (place: HTMLElement) => {
      expect(place.textContent).toMatch(/3 passwords, deleted tomorrow \d\d:\d\d/)
      expect(place.textContent).toMatch(/Sent to ada@example\.com for printing today \d\d:\d\d/)
    }
    const { user, unmount } = await renderApp({ path: '/jobs', as: 'supervisor' })
    await user.click(await screen.findByText('Passwords'))
    await waitFor(() => expect(address()).toBe('/jobs?state=passwords'))
    const rows = await within(await screen.findByRole('table', { name: 'Bulk jobs' })).findAllByRole('row')
    shown(rows.find((row) => row.querySelector(`a[href="${path}"]`) !== null) ?? document.body)
    unmount()

    await renderApp({ path: '/overview' })
    const attention = await screen.findByRole('region', { name: 'Needs attention' })
    shown(attention.querySelector(`a[href="${path}"]`)?.closest('li') ?? document.body)
  })

  test('are not offered to a supervisor, who sees that they wait and that they were deleted', async () => {
    const { path, id } = await jobWithPasswords('48201')
    const { unmount } = await renderApp({ path, as: 'supervisor' })
    await screen.findByText(/^1 password, deleted/)
    expect(
      screen.queryByRole('button', { name: /^(Download passwords|Print welcome sheets|I have them)$/ }),
    ).toBeNull()
    unmount()
    await backend().signInAs('admin')
    await backend().fetch(`/api/jobs/${id}/credentials/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-console': '1' },
      body: '{}',
    })
    await renderApp({ path, as: 'supervisor', language: 'zh' })
    await screen.findByText(/ada@example\.com 已取得密码/)
  })

  test('are printed on welcome sheets, and nothing keeps them after that', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
    const { path, passwords } = await jobWithPasswords('48301', '48302')
    // The step-up replaces the session.
    onTestFinished(() => backend().forgetSessions())
    const { user, client } = await renderApp({ path })
    const traces = () =>
      [
        document.body.innerHTML,
        address(),
        JSON.stringify([localStorage, sessionStorage]),
        JSON.stringify(
          client
            .getQueryCache()
            .getAll()
            .map(({ state }) => state),
        ),
        JSON.stringify(
          client
            .getMutationCache()
            .getAll()
            .map(({ state }) => state),
        ),
      ].filter((text) => passwords.some((password) => text.includes(password)))
    const open = async () => {
      await user.click(await screen.findByRole('button', { name: 'Print welcome sheets' }))
      return screen.findByRole('region', { name: 'Welcome sheets' })
    }
    const sheets = await open()
    const cards = await within(sheets).findAllByRole('listitem')
    expect(
      cards.map((card) => passwords.findIndex((password) => card.textContent.includes(password))),
    ).toEqual([0, 1])
    // The cards are the only place.
    expect(traces()).toEqual([document.body.innerHTML])
    const button = within(sheets).getByRole('button', { name: 'Print' })
    await waitFor(() => expect(document.activeElement).toBe(button))
    await user.click(button)
    expect(print).toHaveBeenCalledOnce()
    await user.click(within(sheets).getByRole('button', { name: 'Back to the job' }))
    await waitFor(() => expect(traces()).toEqual([]))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Print welcome sheets' }))
    await screen.findByText(/^Sent to ada@example\.com for printing/)

    await user.click(await screen.findByRole('button', { name: 'Print welcome sheets' }))
    const dialog = within(await screen.findByRole('dialog', { name: "Confirm that it's you" }))
    await enter(user, dialog.getByLabelText(/^Your password/), backend().accounts.admin.password)
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    const again = await screen.findByRole('region', { name: 'Welcome sheets' })
    expect(await within(again).findAllByRole('listitem')).toHaveLength(2)
    await user.click(
      within(screen.getByRole('navigation', { name: 'Main navigation' })).getByText('Overview'),
    )
    await heading('Overview')
    expect(traces()).toEqual([])
  })
})

test('names the numbers that another job is creating, even after the plan has changed', async () => {
  const { user } = await renderApp({ path: '/jobs/new?numbers=45001-45005' })
  const button = await ready('5')
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (init.method !== 'POST' || path !== '/api/jobs') return backend().fetch(path, init)
    const problem = {
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      code: 'creation-in-progress',
      requestId: 'r',
      errors: [{ path: 'items.2.ext', message: '45003' }],
    }
    return Response.json(problem, { status: 409, headers: { 'content-type': 'application/problem+json' } })
  })
  onTestFinished(() => {
    vi.stubGlobal('fetch', backend().fetch)
  })
  await user.click(button)
  const refused = async () =>
    (await screen.findByText('These numbers are already being created')).closest('[role=alert]')
  expect((await refused())?.textContent).toContain('45003')
  await backend().fetch('/api/extensions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1', 'idempotency-key': 'k'.repeat(20) },
    body: JSON.stringify({ ext: '45003' }),
  })
  await user.click(screen.getByRole('button', { name: 'Refresh all' }))
  await ready('4')
  expect((await refused())?.textContent).toContain('45003')
  expect((await refused())?.textContent).not.toContain('45004')
})

test('denies supervisors the planner', async () => {
  await renderApp({ path: '/jobs/new', as: 'supervisor' })
  expect(await screen.findByText("Your role can't open this page")).toBeTruthy()
})

/** Creates a job without the page, and returns its ID. */
async function jobOf(
  items: { ext: string; agentID?: string; agentType?: '1' }[],
  fill: 'none' | 'random' = 'none',
): Promise<string> {
  await backend().signInAs('admin')
  const posted = await backend().fetch('/api/jobs', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ name: 'A team', items, passwords: { fill, length: 16 } }),
  })
  return z.object({ id: z.string() }).parse(await posted.json()).id
}

test('reports that the agent of a row has an extension, not that a free number is bound', async () => {
  const { uuid } = await boundAgent(backend())
  const id = await jobOf([{ ext: '46001', agentID: uuid, agentType: '1' }])
  await renderApp({ path: `/jobs/${id}` })
  await screen.findByText('This agent has an extension already')
  expect(screen.queryByText('This extension is bound to another agent')).toBeNull()
})

test('shows who can help when a job was paused automatically', async () => {
  const id = await jobOf([{ ext: '9901057' }])
  const { user } = await renderApp({ path: `/jobs/${id}` })
  await screen.findByText(/^Paused automatically: The subscription's extension limit/)
  expect(screen.getByText(/Ask the operator of the service for more\./)).toBeTruthy()
  // A button says what it does, not what is already so.
  await user.click(screen.getByRole('button', { name: 'Notify me when it ends' }))
  await user.click(await screen.findByRole('button', { name: 'Don’t notify me' }))
  await screen.findByRole('button', { name: 'Notify me when it ends' })
})

test('reports the end of a job on every page but its own, which shows it', async () => {
  const { user, unmount } = await renderApp({ path: '/jobs/new?numbers=46011-46012' })
  await user.click(await ready('2'))
  await heading('46011–46012')
  await screen.findAllByText('Complete')
  const key = Object.keys(localStorage).find((name) => name.includes('jobs.watched')) ?? ''
  await waitFor(() => expect(localStorage.getItem(key)).toBe('[]'))
  expect(screen.queryByText('46011–46012 has ended')).toBeNull()
  const id = address().replace('/jobs/', '')
  unmount()

  watchJob(id)
  await renderApp({ path: '/requests' })
  await screen.findByText('46011–46012 has ended')
})
