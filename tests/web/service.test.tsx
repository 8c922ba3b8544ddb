import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest'
import { permissionsWithoutService } from '#contract/access.ts'
import { session } from '#contract/session.ts'
import {
  service,
  type Service,
  type ServiceCheckLine,
  type ServiceCheckStep,
  type TaskName,
  type TaskState,
} from '#contract/service.ts'
import { profileSchema, type profileRules } from '#upstream/profile.ts'
import { checkWords } from '#contract/check-words.ts'
import type { StepId } from '#upstream/check/check.ts'
import type { Finding } from '#upstream/check/step.ts'
import { createSandbox } from '#sandbox/sandbox.ts'
import type { MessageKey } from '#web/i18n/catalogue.ts'
import { aborted } from './backend.ts'
import { address, enter, setUpConsole } from './render-app.tsx'
import { savedFiles } from './saved-files.ts'

const { backend, renderApp } = setUpConsole({ extensions: 30 })
afterEach(() => vi.stubGlobal('fetch', backend().fetch))

type Rendered = Awaited<ReturnType<typeof renderApp>>
const path = '/service'
const draft = { url: 'http://127.0.0.1:9', appId: 'acme', appKey: 'acme-app-key' }
const field = (name: RegExp | string) => screen.findByRole('textbox', { name })

async function fill({ user }: Rendered, { url, appId, appKey } = draft): Promise<void> {
  await enter(user, await field(/^Service address/), url)
  await enter(user, await field(/^App ID/), appId)
  await enter(user, screen.getByLabelText(/^App key/), appKey)
}
const testIt = async ({ user }: Rendered) => {
  const form = await screen.findByRole('region', { name: '1. Address and keys' })
  await user.click(within(form).getByRole('button', { name: /^Test/ }))
}

interface Answers {
  /** Changes the BFF's state, where a test can't bring it about in time. */
  state?: (real: Service) => Partial<Service>
  /** The lines of each check, instead of those of a service. */
  checks?: ServiceCheckLine[][]
}
/** Replaces answers of the BFF. Returns the drafts that were tested. */
function answerWith({ state = () => ({}), checks }: Answers) {
  const drafts: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (checks !== undefined && url === '/api/service/check') {
      drafts.push(JSON.parse(typeof init.body === 'string' ? init.body : ''))
      const lines = checks[Math.min(drafts.length, checks.length) - 1] ?? []
      return new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    }
    const answer = await backend().fetch(url, init)
    if (url !== '/api/service' || init.method !== 'GET') return answer
    const real = service.parse(await answer.json())
    return Response.json({ ...real, ...state(real) })
  })
  return drafts
}

const step = (id: StepId, found: Partial<ServiceCheckStep>): ServiceCheckStep => ({
  kind: 'step',
  id,
  state: 'pass',
  code: 'ok',
  parameters: {},
  sent: null,
  status: null,
  serviceCode: null,
  excerpt: null,
  key: null,
  proposal: null,
  ...found,
})
const named = (page: string) => ({ profile: { operations: { idlePage: { names: { page } } } } })
const refusedPage = step('idle-page', {
  state: 'fail',
  code: 'other-names',
  sent: 'POST /exts/idle/page/search',
  status: 200,
  serviceCode: '310003',
  excerpt: '{"retCode":"310003"}',
  key: 'profile.operations.idlePage.names.page',
  proposal: named('pageNo'),
})
const result = (rows: string[]): ServiceCheckLine => ({
  kind: 'result',
  rows: rows.map((ext) => ({ ext, state: 'free', agentName: null })),
  profile: {},
  evidence: [],
})

test('has words for every step and finding of a check', () => {
  expectTypeOf<keyof (typeof checkWords)['en']['steps']>().toEqualTypeOf<StepId>()
  expectTypeOf<keyof (typeof checkWords)['en']['findings']>().toEqualTypeOf<Finding>()
  expectTypeOf<
    Extract<MessageKey, `service.profile.rule.${string}`>
  >().toEqualTypeOf<`service.profile.rule.${keyof typeof profileRules}`>()
})

test('is where every other page leads while no service is connected', async () => {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const answer = await backend().fetch(url, init)
    if (url !== '/api/session') return answer
    const real = session.parse(await answer.json())
    return Response.json({
      ...real,
      permissions: permissionsWithoutService,
      features: { ...real.features, sandbox: false, service: false },
    })
  })
  const { user } = await renderApp({ path: '/overview' })
  await screen.findByRole('heading', { name: 'No service is connected yet' })
  await user.click(screen.getByRole('link', { name: 'Connect the service' }))
  expect(await field(/^Service address/)).toBeTruthy()
})

test('is closed to supervisors', async () => {
  await renderApp({ path, as: 'supervisor' })
  await screen.findByRole('heading', { name: "Your role can't open this page" })
  expect(backend().requests.map((request) => request.path)).not.toContain('/api/service')
})

describe('the test', () => {
  test('opens the first failure with request and answer, and applies its proposal', async () => {
    const other = step('first-page', {
      state: 'fail',
      code: 'first-page',
      parameters: { firstPage: 0 },
      proposal: { profile: { operations: { idlePage: { firstPage: 0 } } } },
    })
    const proposal = { profile: { auth: { prefix: '' }, ...named('pageNo').profile } }
    const otherPage = { ...refusedPage, proposal }
    const clock = step('clock', { state: 'warn', code: 'clock-unknown' })
    const skipped = step('creates', { state: 'skipped', code: 'not-checked' })
    const drafts = answerWith({
      checks: [
        [step('address', {}), clock, otherPage, other, skipped, result(['1004'])],
        [step('idle-page', {}), result(['1004', '1010'])],
      ],
    })
    const view = await renderApp({ path })
    const { user } = view
    await fill(view)
    await testIt(view)
    await screen.findByText('1 passed, 1 warning, 2 failed, 1 skipped')
    const opened = screen.getByRole('button', { name: /^Idle extensions, pages/, expanded: true })
    expect(opened.textContent).toMatch(/Failed.*it has another name or place there/)
    expect(screen.getByLabelText('Sent').textContent).toBe('POST /exts/idle/page/search')
    expect(screen.getByLabelText('HTTP 200, code 310003').textContent).toBe('{"retCode":"310003"}')
    expect(screen.getAllByText(/instead of/).map(({ textContent }) => textContent)).toEqual([
      'profile.auth.prefix: "" instead of "Bearer "',
      'profile.operations.idlePage.names.page: pageNo instead of currPage',
    ])
    expect(screen.queryByRole('button', { name: 'Yes, use this service' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Apply all and test' }))
    const use = await screen.findByRole('button', { name: 'Yes, use this service' })
    expect(drafts).toEqual([
      { ...draft, profile: {} },
      {
        ...draft,
        profile: {
          auth: { prefix: '' },
          operations: { idlePage: { names: { page: 'pageNo' }, firstPage: 0 } },
        },
      },
    ])
    const differences = screen.getByRole('table', { name: 'Differences from the default' })
    expect(within(differences).getAllByRole('row')[2]?.textContent).toBe(
      'operations.idlePage.names.page"pageNo""currPage"',
    )
    await user.type(await field(/^App ID/), 'x')
    expect(use.isConnected).toBe(false)
    expect(screen.getByText(/You have changed the draft since this test/)).toBeTruthy()
  })

  test('saves a report without the secrets', async () => {
    answerWith({ checks: [[refusedPage, result(['1004'])]] })
    const files = savedFiles()
    const view = await renderApp({ path })
    await fill(view)
    await testIt(view)
    await view.user.click(await screen.findByRole('button', { name: 'Download report' }))
    const text = await files[0]?.file.text()
    expect(text).toContain('310003')
    expect(text).not.toContain(draft.appKey)
  })

  test('shows each step as it ends, wherever the answer is cut, and can be cancelled', async () => {
    const text = JSON.stringify(step('token', { state: 'fail', code: 'key-refused', excerpt: '密钥错误' }))
    const bytes = new TextEncoder().encode(`${text}\n`)
    const middle = bytes.findIndex((byte) => byte > 127) + 1
    const parts = [bytes.slice(0, middle), bytes.slice(middle)]
    vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
      if (url !== '/api/service/check') return backend().fetch(url, init)
      const body = new ReadableStream({
        pull: (controller) => {
          const part = parts.shift()
          if (part !== undefined) return controller.enqueue(part)
          return aborted(init.signal).catch((error: unknown) => controller.error(error))
        },
      })
      return Promise.resolve(new Response(body))
    })
    const view = await renderApp({ path })
    await fill(view)
    await testIt(view)
    await screen.findByText('密钥错误')
    expect(screen.getByText('Testing, steps done: 1')).toHaveProperty('localName', 'output')
    await view.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByText('Canceled, steps done: 1')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(await field(/^Service address/)).toHaveProperty('value', draft.url)
  })
})

test('shows the errors of a profile by path beside it, and keeps what was typed', async () => {
  const view = await renderApp({ path })
  const { user } = view
  await fill(view)
  const editor = screen.getByRole('textbox', { name: /^Profile as JSON/ })
  await user.clear(editor)
  await user.click(editor)
  await user.paste('{"operations": {"idlePage": {"firstPage": 7}}, "nothing": 1')
  await testIt(view)
  await screen.findByText('This is not a JSON object.')
  await user.click(editor)
  await user.paste('}')
  await testIt(view)
  const alert = await screen.findByRole('alert', { name: 'The last test found errors in the profile' })
  expect(
    within(alert)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'profile.operations.idlePage.firstPage must be a whole number from 0 to 1',
    'profile.nothing is not a key of the profile',
  ])
  await user.click(screen.getByRole('button', { name: '中文' }))
  expect(
    within(await screen.findByRole('alert', { name: '上次测试发现配置文件有错误' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'profile.operations.idlePage.firstPage 必须是 0 至 1 的整数',
    'profile.nothing 不是配置文件的键',
  ])
  expect(editor).toHaveProperty('value', expect.stringContaining('"firstPage": 7'))
})

test('asks before what was typed is lost', async () => {
  const view = await renderApp({ path })
  const { user } = view
  await enter(user, await field(/^App ID/), 'acme')
  await user.click(screen.getByRole('link', { name: 'Connection' }))
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' })
  await user.click(within(dialog).getByRole('button', { name: 'Stay on this page' }))
  expect(address()).toBe(path)
  expect(await field(/^App ID/)).toHaveProperty('value', 'acme')
})

describe('a connection of the environment', () => {
  test('is read-only, names its variables, and can be tested', async () => {
    answerWith({
      state: ({ current }) => ({
        source: 'environment',
        readOnly: true,
        current: { ...current, sandbox: false },
      }),
      checks: [[refusedPage, step('creates', { state: 'skipped', code: 'not-checked' }), result(['1004'])]],
    })
    const { user } = await renderApp({ path, language: 'zh' })
    expect(await field(/^服务地址/)).toHaveProperty('readOnly', true)
    expect(screen.getByText(/UPSTREAM_APP_KEY/)).toBeTruthy()
    const [button] = screen.getAllByRole('button', { name: '测试' })
    if (button !== undefined) await user.click(button)
    await screen.findByText('1 项未通过、1 项已跳过')
    expect(screen.getByRole('button', { name: /^创建/ }).textContent).toBe(
      '创建已跳过未测试：测试不会创建任何内容',
    )
    for (const name of ['返回沙箱', '应用并测试', '使用此服务'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })
})

describe('leaving the sandbox', () => {
  test('explains that the demo accounts are the only administrators, and that a job runs', async () => {
    answerWith({
      state: () => ({
        jobRunning: true,
        demoAccounts: { enabled: ['admin@example.com'], onlyAdministrators: true },
      }),
      checks: [[result(['1004'])]],
    })
    const view = await renderApp({ path })
    await fill(view)
    await testIt(view)
    const use = await screen.findByRole('button', { name: 'Yes, use this service' })
    expect(use).toHaveProperty('disabled', true)
    expect(screen.getByRole('link', { name: 'Invite an administrator' }).getAttribute('href')).toBe('/users')
    expect(screen.getByRole('link', { name: 'Open the jobs' }).getAttribute('href')).toBe('/jobs')
  })

  test('disables the demo accounts unless the user keeps them, and links the jobs after a refusal', async () => {
    answerWith({
      state: () => ({ demoAccounts: { enabled: ['admin@example.com'], onlyAdministrators: false } }),
      checks: [[result(['1004'])]],
    })
    const { fetch } = globalThis
    const bodies: unknown[] = []
    vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
      if (init.method !== 'PUT') return fetch(url, init)
      bodies.push(JSON.parse(typeof init.body === 'string' ? init.body : ''))
      const problem = { type: 'about:blank', title: '', status: 409, code: 'job-running', requestId: 'r' }
      return Promise.resolve(Response.json(problem, { status: 409 }))
    })
    const view = await renderApp({ path })
    const { user } = view
    await fill(view)
    await testIt(view)
    await user.click(await screen.findByRole('button', { name: 'Yes, use this service' }))
    await screen.findByRole('link', { name: 'Open the jobs' })
    await user.click(screen.getByRole('checkbox', { name: 'Disable the demo accounts: admin@example.com' }))
    await user.click(screen.getByRole('button', { name: 'Yes, use this service' }))
    await waitFor(() =>
      expect(bodies).toEqual([
        { ...draft, profile: {}, sameService: false, disableDemoAccounts: true },
        { ...draft, profile: {}, sameService: false, disableDemoAccounts: false },
      ]),
    )
  })
})

test('asks whether another address is the same service', async () => {
  const saved = { url: 'https://old.example.com', extensionsUrl: 'https://old.example.com', appId: 'acme' }
  answerWith({
    state: ({ current }) => ({
      source: 'settings',
      current: { ...current, ...saved, sandbox: false, companyId: null, hasAppKey: true },
    }),
    checks: [[result(['1004'])]],
  })
  const { fetch } = globalThis
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (init.method !== 'PUT') return fetch(url, init)
    bodies.push(JSON.parse(typeof init.body === 'string' ? init.body : ''))
    const problem = { type: 'about:blank', title: '', status: 409, code: 'job-running', requestId: 'r' }
    return Promise.resolve(Response.json(problem, { status: 409 }))
  })
  const view = await renderApp({ path })
  const { user } = view
  // A slash at the end is no other address.
  await user.type(await field(/^Service address/), '/')
  await testIt(view)
  await screen.findByRole('button', { name: 'Yes, use this service' })
  expect(screen.queryByRole('radio')).toBeNull()
  const url = 'https://new.example.com'
  await user.clear(await field(/^Service address/))
  await enter(user, await field(/^Service address/), url)
  await enter(user, screen.getByLabelText(/^App key/), draft.appKey)
  await testIt(view)
  const question = await screen.findByRole('radiogroup', {
    name: 'Is this the service of https://old.example.com?',
  })
  const use = screen.getByRole('button', { name: 'Yes, use this service' })
  expect(use).toHaveProperty('disabled', true)
  await user.click(within(question).getByRole('radio', { name: 'The same service under another address' }))
  await user.click(use)
  await waitFor(() => expect(bodies).toMatchObject([{ url, sameService: true }]))
})

// Last, because the connection stays saved.
test('connects a service with other names, goes back to the sandbox, and forward again', async () => {
  const other = createSandbox({
    file: null,
    appId: draft.appId,
    appKey: draft.appKey,
    extensions: 20,
    profile: profileSchema.parse(named('pageNo').profile),
  })
  const { url, close } = await other.listen(0, '127.0.0.1')
  onTestFinished(async () => {
    await close()
    other.close()
  })
  const view = await renderApp({ path })
  const { user } = view
  await fill(view, { ...draft, url })
  await testIt(view)
  await user.click(await screen.findByRole('button', { name: /^Apply (all \d+ )?and test/ }))
  await user.click(await screen.findByRole('button', { name: 'Yes, use this service' }))
  await screen.findAllByText(`The console uses ${url}`)
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain(
    draft.appKey,
  )
  expect(screen.getByLabelText(/^App key/)).toHaveProperty('value', '')
  await user.click(screen.getByRole('button', { name: 'Back to the sandbox' }))
  const leaving = await screen.findByRole('dialog', { name: 'Use the sandbox again?' })
  expect(leaving.textContent).toMatch(/Users, settings and the audit log stay/)
  await user.click(within(leaving).getByRole('button', { name: 'Back to the sandbox' }))
  await screen.findByText(`${url}, with its data`)
  await user.click(screen.getByRole('button', { name: 'Use the service again' }))
  const forward = await screen.findByRole('dialog', { name: `Use ${url} again?` })
  await user.click(within(forward).getByRole('button', { name: 'Use the service again' }))
  await screen.findByRole('button', { name: 'Back to the sandbox' })
})

test('shows the last and the next run of each background task, and why one failed', async () => {
  const task = (name: TaskName, state: Partial<TaskState>): TaskState => ({
    name,
    // Less than an hour away, so that the words are the same before midnight.
    ranAt: Date.now() - 30 * 60_000,
    nextAt: Date.now() + 40 * 60_000,
    failure: null,
    ...state,
  })
  const tasks = [
    task('idle-pages', { nextAt: null }),
    task('snapshots', { failure: 'unavailable' }),
    task('service-check', { ranAt: null }),
  ]
  answerWith({ state: () => ({ tasks }) })
  await renderApp({ path })
  const [, ...rows] = within(await screen.findByRole('table', { name: 'Tasks and their runs' })).getAllByRole(
    'row',
  )
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Read the free numbers.*30 minutes ago.*Running/),
    expect.stringMatching(
      /Count the free numbers.*30 minutes ago.*in 40 minutes.*The console's server is not ready/,
    ),
    expect.stringMatching(/Check the service(?!.*ago).*in 40 minutes/),
  ])
})

test('an alert on Overview leads to the page when the daily check found a change', async () => {
  answerWith({ state: () => ({ dailyCheck: { at: Date.now(), failed: ['token'], changed: ['token'] } }) })
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const answer = await answered(url, init)
    if (url !== '/api/session') return answer
    // On the real service.
    return new Response((await answer.text()).replace('"sandbox":true', '"sandbox":false'), answer)
  })
  const { user } = await renderApp({ path: '/overview', as: 'admin' })
  const title = await screen.findByText('The daily check of the service failed')
  const alert = title.closest('li') ?? document.body
  expect(alert.textContent).toMatch(/1 failed, 1 changed/)
  await user.click(within(alert).getByRole('link', { name: 'Test the service' }))
  await waitFor(() => expect(address()).toBe(path))
})
