import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { sessionQuery } from '#web/entities/session/queries.ts'
import { agentWithoutExtension, boundAgent } from './known-people.ts'
import { address, enter, heading, setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole()

const addToDirectory = (...rows: { name: string; agentUuid: string }[]) =>
  backend().fetch('/api/people/import', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({ rows }),
  })

/** The idempotency keys of the create requests so far. With `loseNext`, the BFF handles the next one but its response is lost. */
const keys: string[] = []
/** The bodies of the create requests so far. */
const createBody = z.looseObject({ password: z.optional(z.string()) })
const bodies: z.output<typeof createBody>[] = []
let loseNext = false
/** Makes the responses to create requests report `check: 'differs'`. */
let isDiffering = false
/** The paths of all responses so far. */
const sent: string[] = []
beforeEach(() => {
  keys.length = 0
  bodies.length = 0
  loseNext = false
  isDiffering = false
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const creates = init.method === 'POST' && path.startsWith('/api/extensions')
    if (creates) {
      keys.push(new Headers(init.headers).get('idempotency-key') ?? '')
      bodies.push(createBody.parse(JSON.parse(typeof init.body === 'string' ? init.body : '')))
    }
    const lost = creates && loseNext
    if (lost) loseNext = false
    sent.push(path)
    const response = await backend().fetch(path, init)
    if (lost) throw new TypeError('Failed to fetch')
    if (!creates || !isDiffering) return response
    return Response.json({ ...Object(await response.json()), check: 'differs' })
  })
})
afterEach(() => vi.stubGlobal('fetch', backend().fetch))

const number = () => screen.findByLabelText(/^Number/)
const button = (name: string) => screen.getByRole('button', { name })
const stored = () => {
  const key = Object.keys(localStorage).find((name) => name.startsWith('extension-console.draft.create'))
  return key === undefined ? null : localStorage.getItem(key)
}
const open = async (path = '/extensions/new') => {
  const view = await renderApp({ path })
  await number()
  return view
}

describe('the create form', () => {
  test('shows while typing whether the number is valid and whether it exists', async () => {
    const { user } = await open()
    await enter(user, await number(), '10a')
    expect(await screen.findByText('Contains the letter a')).toBeTruthy()
    await user.clear(await number())
    await user.type(await number(), '1')
    expect(await screen.findByText('An extension number has 2 to 15 digits')).toBeTruthy()
    await user.clear(await number())
    await user.paste('\u202A１０-００\u202C')
    await user.tab()
    expect(await number()).toHaveProperty('value', '1000')
    await user.clear(await number())
    await enter(user, await number(), '1000')
    expect(await screen.findByText('This number already exists.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open extension 1000' })).toBeTruthy()
    await user.type(await number(), '1')
    expect(await screen.findByText("This number doesn't exist yet.")).toBeTruthy()
  })

  test('refuses a range, and leads to the page that creates it', async () => {
    const { user } = await open()
    await enter(user, await number(), '8301001-03')
    await screen.findByText('This is a range, 8301001 to 8301003. Enter one number.')
    await user.click(button('Create'))
    expect(await number()).toHaveProperty('value', '8301001-03')
    expect(backend().requests.some(({ path }) => path === '/api/extensions')).toBe(false)
    await user.click(screen.getByRole('link', { name: 'Create the range' }))
    await screen.findByText('3 numbers recognized: 8301001–8301003')
  })

  test('puts no space between sentences in Chinese', async () => {
    await renderApp({ path: '/extensions/new?ext=1000', language: 'zh' })
    const hint = await screen.findByText(/^该号码已存在/, { selector: 'output' })
    expect(hint.textContent).toBe('该号码已存在。打开分机 1000')
  })

  test('reports when it cannot check whether the number exists', async () => {
    const { user } = await open()
    // For this number the sandbox answers with HTML instead of JSON.
    await enter(user, await number(), '990002')
    expect(await screen.findByText(/^Couldn't check whether this number exists\./)).toBeTruthy()
  })

  test('shows the agent’s name from operation 6, or that the agent does not exist', async () => {
    const { uuid, name } = await agentWithoutExtension(backend())
    const { user } = await open(`/extensions/new?agentID=${uuid}&agentType=1`)
    expect(await screen.findByText(name, { exact: false, selector: 'output' })).toBeTruthy()
    const agent = screen.getByRole('combobox', { name: /^Person/ })
    await user.clear(agent)
    await enter(user, agent, 'unknown-1')
    await user.tab()
    expect(await screen.findByText('The service knows no one with this work number')).toBeTruthy()
  })

  test('asks the service for a work number that the directory lacks, once the field is left', async () => {
    const { uuid, name } = await boundAgent(backend())
    const { user } = await open('/extensions/new')
    const person = screen.getByRole('combobox', { name: /^Person/ })
    const before = sent.length
    const asked = () => sent.slice(before).filter((url) => url.startsWith('/api/extensions/idle/first'))
    await enter(user, person, uuid)
    await user.tab()
    await screen.findByText(name, { exact: false, selector: 'output' })
    await user.clear(person)
    await user.type(person, '669012')
    expect(asked()).toEqual([])
    await user.tab()
    await waitFor(() => expect(asked()).toEqual(['/api/extensions/idle/first?agentId=669012']))
  })

  test('shows a generated password, hides it on demand, and keeps it out of the draft', async () => {
    const { user } = await open()
    const password = screen.getByLabelText(/^SIP password/)
    expect(password).toHaveProperty('type', 'password')
    await user.click(button('Generate'))
    expect(password).toHaveProperty('type', 'text')
    const value = password instanceof HTMLInputElement ? password.value : ''
    expect(value).toHaveLength(20)
    await user.click(button('Show password'))
    expect(password).toHaveProperty('type', 'password')
    await enter(user, await number(), '7001')
    expect(stored()).toContain('7001')
    expect(JSON.stringify(localStorage)).not.toContain(value)
  })

  test('marks and focuses the first invalid field, and sends nothing', async () => {
    const { user } = await open()
    await enter(user, screen.getByLabelText(/^SIP password/), 'short')
    await user.click(button('Create'))
    expect(screen.getByText(/^Enter a number of 2 to 15 digits/)).toBeTruthy()
    expect(screen.getByText(/^Use 8 to 64 printable/)).toBeTruthy()
    expect(document.activeElement).toBe(await number())
    expect(keys).toEqual([])
  })

  test('takes a person who is typed exactly, and generates the password that it hands over', async () => {
    const { uuid, name } = await agentWithoutExtension(backend())
    await addToDirectory({ name, agentUuid: uuid })
    const { user } = await open()
    await enter(user, await number(), '7060')
    await enter(user, screen.getByRole('combobox', { name: /^Person/ }), name)
    await user.click(button('Create'))
    await screen.findByRole('heading', { name: 'Extension 7060 created' })
    expect(bodies.at(-1)).toMatchObject({ agentID: uuid, agentType: '1' })
    const { password } = bodies.at(-1) ?? {}
    expect(password).toMatch(/^\w{20}$/)
    await user.click(button('Copy'))
    expect(await navigator.clipboard.readText()).toContain(`Password: ${password}`)
    await user.click(button('Create another'))
    await enter(user, await number(), '7061')
    await user.click(button('Create'))
    await screen.findByRole('heading', { name: 'Extension 7061 created' })
    expect(bodies.at(-1)?.password).not.toBe(password)
  })

  test('sends nothing for a name that several people have, or that no one has', async () => {
    await backend().signInAs('admin')
    await addToDirectory(
      { name: 'Twice Named', agentUuid: 'twice-named-1' },
      { name: 'Twice Named', agentUuid: 'twice-named-2' },
    )
    const { user } = await open()
    await enter(user, await number(), '7062')
    const person = screen.getByRole('combobox', { name: /^Person/ })
    await enter(user, person, 'Twice Named')
    await user.click(button('Create'))
    expect(
      (await screen.findAllByText('Several people are meant. Choose one from the list.')).length,
    ).toBeGreaterThan(0)
    expect(document.activeElement).toBe(person)
    await user.clear(person)
    await enter(user, person, 'No Such Person')
    await user.click(button('Create'))
    await screen.findAllByText(/^No one has this name or work number/)
    expect(keys).toEqual([])
  })

  test('lets the service choose the password, and then has none to hand over', async () => {
    const { user } = await open('/extensions/new?ext=7063')
    await user.click(screen.getByText('More: language (codec), company, password'))
    await user.click(screen.getByRole('checkbox', { name: 'Let the service choose the password' }))
    await user.click(button('Create'))
    await screen.findByRole('heading', { name: 'Extension 7063 created' })
    expect(bodies.at(-1)).not.toHaveProperty('password')
    expect(screen.queryByRole('region', { name: 'Hand over' })).toBeNull()
  })

  test('suggests agents who have a number last, and says so', async () => {
    const { name } = await boundAgent(backend())
    await addToDirectory({ name: `${name} Junior`, agentUuid: 'a-junior-0001' })
    const { user } = await open()
    await enter(user, screen.getByRole('combobox', { name: /^Person/ }), name)
    await screen.findByRole('option', { name: /Junior/ })
    const [first, second] = screen.getAllByRole('option')
    expect(first?.textContent).toContain('Junior')
    expect(second?.textContent).toContain('Has a number')
  })
})

describe('the outcome of a creation', () => {
  test('shows the new record, its agent and the next steps, and clears the draft and the URL', async () => {
    const { uuid, name } = await agentWithoutExtension(backend())
    const { user } = await open(`/extensions/new?ext=7001&agentID=${uuid}&agentType=1`)
    await enter(user, screen.getByLabelText(/^SIP password/), 'for-the-phone')
    await user.click(button('Create'))
    await screen.findByRole('heading', { name: 'Extension 7001 created' })
    expect(screen.getByText(`Bound to ${name}, as requested.`)).toBeTruthy()
    const record = screen.getByRole('region', { name: 'The new extension' })
    expect(within(record).getByText('7001')).toBeTruthy()
    expect(within(record).getByText('Bound')).toBeTruthy()
    // The field names of the open API stand in the service record.
    expect(within(record).queryByText('bindStatus')).toBeNull()
    expect(document.activeElement?.textContent).toContain('Extension 7001 created')
    expect(stored()).toBe('null')
    const handOver = within(screen.getByRole('region', { name: 'Hand over' }))
    expect(handOver.getByText(/until you leave this page/)).toBeTruthy()
    await user.click(handOver.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toMatch(
      /^Your number: 7001\nServer: \S+\nUser name: 7001\nPassword: for-the-phone$/,
    )
    await user.click(handOver.getByRole('button', { name: 'QR' }))
    expect(await handOver.findByRole('img', { name: 'Scan with a softphone' })).toBeTruthy()
    expect(document.body.textContent).not.toContain('for-the-phone')
    await user.click(handOver.getByRole('button', { name: 'Welcome sheet' }))
    const sheet = within(screen.getByRole('region', { name: 'Welcome sheets' }))
    expect(await sheet.findByText(`Welcome, ${name}`)).toBeTruthy()
    expect(sheet.getByText('for-the-phone')).toBeTruthy()
    await user.click(button('Back to the result'))
    await user.click(button('Create another'))
    expect(await number()).toHaveProperty('value', '')
    expect(address()).toBe('/extensions/new')
  })

  test('says that the chosen agent already has a number, and shows the refusal on the agent, not on the free number', async () => {
    const { uuid, name } = await boundAgent(backend())
    const { user } = await open(`/extensions/new?ext=7002&agentID=${uuid}&agentType=1`)
    expect(await screen.findByText(`${name} already has 1000.`)).toBeTruthy()
    await user.click(button('Create'))
    const refusal = await screen.findByRole('alert')
    expect(within(refusal).getByText('This agent has an extension already')).toBeTruthy()
    expect(within(refusal).getByText(/310122/)).toBeTruthy()
    expect(within(refusal).queryByRole('link')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /^Person/ }))
    expect(screen.queryByText(/^Enter a number of 2 to 15 digits/)).toBeNull()
  })

  test('suggests recent agents by name, and keeps their list closed while the agent field shows a refusal', async () => {
    const { uuid, name } = await boundAgent(backend())
    const { user } = await renderApp({ path: `/people/${uuid}` })
    await heading(name)
    await user.click(screen.getByRole('link', { name: 'Create numbers' }))
    await enter(user, await number(), '7003')
    const agent = screen.getByRole('combobox', { name: /^Person/ })
    await user.type(agent, name)
    const suggested = await screen.findByRole('option', { name: /1000/ })
    expect(suggested.textContent).toContain(name)
    await user.click(suggested)
    expect(agent).toHaveProperty('value', name)
    await waitFor(() => expect(stored()).toContain(uuid))
    await user.click(button('Create'))
    await screen.findByText('This agent has an extension already')
    expect(document.activeElement).toBe(agent)
    expect(agent.getAttribute('aria-expanded')).toBe('false')
    await user.keyboard('{ArrowDown}')
    expect(agent.getAttribute('aria-expanded')).toBe('true')
  })

  test('shows that the number exists on its field, with a link and the request ID', async () => {
    const { user } = await open()
    await enter(user, await number(), '1000')
    await user.click(button('Create'))
    const refusal = await screen.findByRole('alert')
    expect(within(refusal).getByText('This number already exists')).toBeTruthy()
    expect(within(refusal).getByRole('link', { name: 'Open extension 1000' })).toBeTruthy()
    expect(within(refusal).getByText(/^Request [\w-]{8,}/)).toBeTruthy()
    expect(screen.getByText(/^Enter a number of 2 to 15 digits that isn't in use/)).toBeTruthy()
    expect(document.activeElement).toBe(await number())
  })

  test('sends a new key after a refusal, even with the same values', async () => {
    const { user } = await open('/extensions/new?ext=990105')
    await user.click(button('Create'))
    await screen.findByText("The subscription's extension limit is reached")
    await user.click(button('Create'))
    await waitFor(() => expect(keys).toHaveLength(2))
    await screen.findByText("The subscription's extension limit is reached")
    expect(new Set(keys).size).toBe(2)
  })

  test('sends the same key after a lost response, and finds the number created', async () => {
    const { user } = await open('/extensions/new?ext=7002')
    loseNext = true
    await user.click(button('Create'))
    await screen.findByText("The console's server isn't responding")
    expect(await number()).toHaveProperty('value', '7002')
    await user.click(button('Create'))
    await screen.findByRole('heading', { name: 'Extension 7002 created' })
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  test('reports an extension created with differences, and what to do next', async () => {
    const { user } = await open('/extensions/new?ext=7055')
    isDiffering = true
    await user.click(button('Create'))
    await screen.findByRole('heading', { name: 'Extension 7055 created' })
    expect(
      screen.getByText(/different agent, language or password than requested.*Open the number/),
    ).toBeTruthy()
  })

  test('reports a creation in doubt, checks again with the same key, restores the form, and keeps the key when it is sent again unchanged', async () => {
    const { user } = await open('/extensions/new?ext=990104')
    await enter(user, screen.getByLabelText(/^SIP password/), 'kept-in-mind')
    await user.click(button('Create'))
    const doubt = { name: 'Not yet known whether 990104 was created' }
    await screen.findByRole('heading', doubt)
    loseNext = true
    await user.click(button('Check again'))
    expect(await screen.findByText("The console's server isn't responding")).toBeTruthy()
    expect(screen.getByRole('heading', doubt)).toBeTruthy()
    await user.click(button('Check again'))
    await waitFor(() => expect(keys).toHaveLength(3))
    expect(new Set(keys).size).toBe(1)
    await waitFor(() => expect(button('Back to the form')).toHaveProperty('disabled', false))
    await user.click(button('Back to the form'))
    expect(await number()).toHaveProperty('value', '990104')
    expect(screen.getByLabelText(/^SIP password/)).toHaveProperty('value', 'kept-in-mind')
    expect(stored()).not.toContain('kept-in-mind')
    await user.click(button('Create'))
    await screen.findByRole('heading', doubt)
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBe(1)
  })
})

test('follows a creation in doubt, and sends it again', async () => {
  const { user } = await open('/extensions/new?ext=990107')
  await user.click(button('Create'))
  await screen.findByRole('heading', { name: 'Not yet known whether 990107 was created' })
  const again = await screen.findByRole('button', { name: 'Send again' })
  expect(screen.getByText(/still doesn.t show the number/)).toBeTruthy()
  await user.click(again)
  await waitFor(() =>
    expect(backend().requests.some(({ path }) => /^\/api\/jobs\/[\w-]+\/retry$/.test(path))).toBe(true),
  )
  expect(keys).toHaveLength(1)
})

describe('the draft', () => {
  test('is stored for its own user only, restored without its password, survives an undone change, and can be discarded', async () => {
    const first = await open()
    await enter(first.user, await number(), '7003')
    const id = first.client.getQueryData(sessionQuery().queryKey)?.user.id ?? ''
    expect(Object.keys(localStorage)).toContain(`extension-console.draft.create.${id}`)
    await enter(first.user, screen.getByLabelText(/^SIP password/), 'not-for-the-disk')
    expect(stored()).toContain('7003')
    expect(JSON.stringify(localStorage)).not.toContain('not-for-the-disk')
    first.unmount()
    const { user } = await open()
    expect(screen.getByText('Your draft was restored without its password.')).toBeTruthy()
    expect(await number()).toHaveProperty('value', '7003')
    expect(screen.getByLabelText(/^SIP password/)).toHaveProperty('value', '')
    await user.type(await number(), '4{Backspace}')
    expect(stored()).toContain('7003')
    await user.click(button('Discard'))
    expect(await number()).toHaveProperty('value', '')
    expect(stored()).toBe('null')
  })

  test('is restored under a link only when it is for the same number and agent', async () => {
    const first = await open('/extensions/new?agentID=1003')
    await enter(first.user, await number(), '7003')
    first.unmount()
    const other = await open('/extensions/new?agentID=1004')
    expect(await number()).toHaveProperty('value', '')
    other.unmount()
    await open('/extensions/new?agentID=1003')
    expect(await number()).toHaveProperty('value', '7003')
  })

  test('is not replaced under a link for another number, which offers it', async () => {
    const first = await open()
    await enter(first.user, await number(), '7006')
    first.unmount()
    const { user } = await open('/extensions/new?ext=7007')
    await user.type(await number(), '8')
    expect(stored()).toContain('"7006"')
    expect(screen.queryByText('Kept as a draft')).toBeNull()
    await user.click(button('Open draft'))
    await user.click(await screen.findByRole('button', { name: 'Stay on this page' }))
    expect(await number()).toHaveProperty('value', '70078')
    await user.click(button('Open draft'))
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(async () => expect(await number()).toHaveProperty('value', '7006'))
    expect(address()).toBe('/extensions/new')
    await user.type(await number(), '9')
    expect(stored()).toContain('"70069"')
    screen.getByText('Kept as a draft')
  })

  test('makes room for the draft of a link once it is discarded', async () => {
    const first = await open()
    await enter(first.user, await number(), '7006')
    first.unmount()
    const { user } = await open('/extensions/new?ext=7007')
    await user.click(button('Discard'))
    expect(await number()).toHaveProperty('value', '7007')
    await user.type(await number(), '8')
    expect(stored()).toContain('"70078"')
    screen.getByText('Kept as a draft')
  })

  test('is kept without a question when the page is left, and says so, but with a password leaving asks', async () => {
    const { user } = await open()
    await user.type(await number(), '7')
    screen.getByText('Kept as a draft')
    await user.click(screen.getByRole('link', { name: 'People' }))
    await heading('People')
    act(() => window.history.back())
    await heading('Create numbers')
    expect(await number()).toHaveProperty('value', '7')
    // The draft lacks the password.
    await enter(user, screen.getByLabelText(/^SIP password/), 'for-the-phone')
    screen.getByText('Kept as a draft, without the password')
    await user.click(screen.getByRole('link', { name: 'People' }))
    await user.click(await screen.findByRole('button', { name: 'Stay on this page' }))
    expect(await number()).toHaveProperty('value', '7')
    expect(screen.getByLabelText(/^SIP password/)).toHaveProperty('value', 'for-the-phone')
    expect(address()).toBe('/extensions/new')
  })

  test('is no draft when the browser stores nothing, so leaving asks', async () => {
    const { user } = await open()
    const storing = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await user.type(await number(), '7')
    expect(screen.queryByText(/^Kept as a draft/)).toBeNull()
    await user.click(screen.getByRole('link', { name: 'People' }))
    await screen.findByRole('dialog', { name: 'Leave without saving?' })
    storing.mockRestore()
  })
})

describe('the question before leaving', () => {
  const leaves = (user: UserEvent) => user.click(screen.getByRole('link', { name: 'People' }))
  const asked = () => screen.findByRole('dialog', { name: 'Leave without saving?' })
  const typePassword = async (user: UserEvent) => {
    await enter(user, await screen.findByLabelText(/^SIP password/), 'for-the-phone')
  }

  test('appears while a creation is running, even when a link alone filled in the form', async () => {
    const answer = Promise.withResolvers<void>()
    vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
      if (init.method === 'POST') await answer.promise
      return backend().fetch(path, init)
    })
    const { user } = await open('/extensions/new?ext=7006')
    await user.click(button('Create'))
    await leaves(user)
    expect(await screen.findByRole('dialog', { name: 'Leave before the result arrives?' })).toBeTruthy()
    await user.click(button('Stay on this page'))
    answer.resolve()
    await screen.findByRole('heading', { name: 'Extension 7006 created' })
    await leaves(user)
    await heading('People')
  })

  test('still appears after a failed sign-out', async () => {
    const { user } = await open()
    await typePassword(user)
    await user.click(await screen.findByRole('button', { name: 'Account of Ada Admin' }))
    const signOut = await screen.findByRole('button', { name: 'Sign out' })
    backend().setDown(true)
    await user.click(signOut)
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await screen.findByText("The console's server isn't responding")
    await leaves(user)
    expect(await asked()).toBeTruthy()
  })

  test('appears on the way back to a page whose skip link was used', async () => {
    const { user } = await renderApp({ path: '/extensions/idle' })
    await heading('Numbers')
    await user.click(screen.getByRole('link', { name: 'Skip to content' }))
    expect(document.activeElement).toBe(screen.getByRole('main'))
    expect(window.location.hash).toBe('')
    await user.click(screen.getByRole('link', { name: 'Create numbers' }))
    await typePassword(user)
    act(() => window.history.back())
    expect(await asked()).toBeTruthy()
    await waitFor(() => expect(address()).toBe('/extensions/new'))
    expect(screen.getByLabelText(/^SIP password/)).toHaveProperty('value', 'for-the-phone')
  })
})

describe('the deprecated create', () => {
  test('is turned off, and links to the settings', async () => {
    const { user } = await renderApp({ path: '/extensions/new/legacy' })
    await heading('Create a number (deprecated operation)')
    await screen.findByRole('heading', { name: 'This feature is turned off' })
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Settings' }))
    await heading('Settings')
    expect(address()).toBe('/settings')
  })

  test('shows a warning, and creates like the current one when it is turned on', async () => {
    const { user } = await renderApp({ path: '/settings' })
    await user.click(await screen.findByRole('switch', { name: /deprecated create/ }))
    await waitFor(() => expect(screen.getByRole('switch')).toHaveProperty('checked', true))
    await user.click(screen.getByRole('link', { name: 'Create numbers' }))
    await user.click(await screen.findByRole('link', { name: 'Deprecated operation' }))
    await heading('Create a number (deprecated operation)')
    expect(screen.getByText('This operation is deprecated')).toBeTruthy()
    await enter(user, await number(), '7004')
    await user.click(button('Create'))
    await screen.findByRole('heading', { name: 'Extension 7004 created' })
    expect(
      backend()
        .requests.filter(({ method }) => method === 'POST')
        .at(-1)?.path,
    ).toBe('/api/extensions/legacy')
  })
})
