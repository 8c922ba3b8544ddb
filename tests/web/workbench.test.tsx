import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { heldAnswers } from './held-answers.ts'
import { agentWithoutExtension, boundAgent, reserveElsewhere } from './known-agents.ts'
import { address, setUpConsole } from './render-app.tsx'
import { workbookFile, type TestCell } from './workbooks.ts'

const { backend, renderApp } = setUpConsole()

test('chooses no agent with Enter until the typed agent has been found', async () => {
  const { user } = await renderApp({ path: '/reservations', as: 'supervisor' })
  const field = await screen.findByRole('textbox', { name: 'Name, UUID or work number' })
  const only = async () => {
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    return screen.getByRole('option').textContent
  }
  await user.type(field, '1001')
  const before = await only()
  await user.type(field, '{Backspace}2{Enter}')
  expect(address()).toBe('/reservations')
  expect(screen.queryByRole('option')).toBeNull()
  expect(await only()).not.toBe(before)
  await user.type(field, '{Enter}')
  await waitFor(() => expect(address()).toMatch(/^\/reservations\?agentUuid=/))
})

test('ignores the late result of a canceled search when the next list is pasted', async () => {
  const { user } = await renderApp({ path: '/reservations', as: 'supervisor' })
  const { release } = heldAnswers(backend(), (_method, path) => path.includes('/idle/first'))
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Paste a list' }))
    return within(await screen.findByRole('dialog'))
  }
  const first = await open()
  await user.type(first.getByLabelText('Agents, one per line'), '1003')
  await user.click(first.getByRole('button', { name: 'Find 1 agent' }))
  await user.click(first.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const second = await open()
  await user.type(second.getByLabelText('Agents, one per line'), '1001')
  release()
  await backend().waitForIdle()
  // The agent found by then is cached, so the same search answers at once.
  await user.clear(second.getByLabelText('Agents, one per line'))
  await user.type(second.getByLabelText('Agents, one per line'), '1001')
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(Object.keys(localStorage).filter((key) => key.includes('pasted-agents'))).toEqual([])
})

test('reads a batch from a workbook row by row, and names the unusable lines', async () => {
  const { user, container } = await renderApp({ path: '/reservations/batch', as: 'supervisor' })
  await screen.findByLabelText('Agents, one per line')
  const input = container.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('no file input')
  const rows: TestCell[][] = [
    ['姓名', '工号', '分机号'],
    ['Ada', '0101', '0801'],
    ['Bob, jun.', '', 802],
    ['Eve', 103, { raw: '46082', format: 'date' }],
    ['Joe', '0101', '0804'],
    ['Kim', '104', ''],
    ['Lee', '', '0806'],
  ]
  await user.upload(input, await workbookFile('plan.xlsx', { name: 'Plan', rows }))
  await screen.findByText('4 lines were skipped')
  expect(screen.getByLabelText('Agents, one per line')).toHaveProperty('value', '0101\nLee')
  expect(screen.getByLabelText('Numbers')).toHaveProperty('value', '0801\n0806')
  screen.getByText('Line 3: the agent contains a comma or another separator')
  screen.getByText(/^Line 4: Excel turned this into a date/)
  screen.getByText('Line 5: agent or number listed twice')
  expect(screen.getByLabelText('Use of 工号')).toHaveProperty('value', 'workNumber')
  screen.getByText('Line 6: agent or number missing')

  // The agents and numbers of one sheet go with it.
  const values = () =>
    ['Agents, one per line', 'Numbers'].map((name) =>
      screen.getByLabelText(name) instanceof HTMLTextAreaElement
        ? screen.getByLabelText<HTMLTextAreaElement>(name).value
        : null,
    )
  await user.type(screen.getByLabelText('Numbers'), '{Enter}0899')
  await user.upload(input, new File(['Extension\n0811\nhall\n'], 'numbers.csv'))
  await screen.findByText('1 line was skipped')
  expect(values()).toEqual(['', '0811'])
  await user.upload(input, new File(['Extension,Number,Name\n0812,0813,Ada\n'], 'twice.csv'))
  await screen.findByText('Decide about 2 columns before you go on.')
  await user.selectOptions(screen.getByLabelText('Use of Number'), 'Number')
  expect(values()).toEqual(['Ada', '0813'])
  await user.upload(input, new File([Uint8Array.from([0x5a, 0x6f, 0xeb])], 'names.csv'))
  await screen.findByText('Choose the encoding in which these texts look right')
  expect(values()).toEqual(['', ''])
})

test('reads a list of agents from a file into the field for pasting', async () => {
  const { user } = await renderApp({ path: '/reservations', as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'Paste a list' }))
  const dialog = within(await screen.findByRole('dialog'))
  const input = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]')
  if (input === null) throw new Error('no file input')
  await user.upload(input, new File(['工号,姓名\n1001,x\n1002,y\n'], 'agents.csv'))
  await dialog.findByRole('button', { name: 'Find 2 agents' })
  await user.upload(input, await workbookFile('agents.xlsx', { name: 'A', rows: [['1003'], [1004]] }))
  await waitFor(() =>
    expect(dialog.getByLabelText('Agents, one per line')).toHaveProperty('value', '1003\n1004'),
  )
})

test('locks a batch while it is filled in and while it is sent', async () => {
  // People of a roster have no number yet; an agent of the service can have one.
  await backend().signInAs('admin')
  await backend().fetch('/api/agents/import', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({ rows: [{ workNumber: '88101' }, { workNumber: '88102' }] }),
  })
  const { user } = await renderApp({ path: '/reservations/batch', as: 'supervisor' })
  const agents = await screen.findByRole('textbox', { name: 'Agents, one per line' })
  const numbers = screen.getByRole('textbox', { name: 'Numbers' })
  await user.type(agents, '88101\n88102')
  const filling = heldAnswers(backend(), (_method, path) => path.startsWith('/api/extensions/idle?'))
  await user.click(screen.getByRole('button', { name: /^Fill in/ }))
  await user.type(numbers, '9')
  expect(numbers).toHaveProperty('value', '')
  filling.release()
  await waitFor(() => expect(numbers).not.toHaveProperty('value', ''))
  const sending = heldAnswers(backend(), (method, path) => method === 'POST' && path === '/api/reservations')
  await user.click(screen.getByRole('button', { name: 'Show plan' }))
  await user.click(await screen.findByRole('button', { name: 'Reserve 2 numbers' }))
  await user.type(agents, ', 88103')
  await user.type(numbers, '9')
  expect(agents).toHaveProperty('value', '88101\n88102')
  expect(screen.getByRole('button', { name: 'Show plan' })).toHaveProperty('disabled', true)
  sending.release()
  await screen.findByText('2 of 2', { exact: false })
  await user.type(agents, ', 88103')
  expect(agents).toHaveProperty('value', '88101\n88102, 88103')
})

test('shows a created number as the agent’s when the service returns the UUID in capitals', async () => {
  const { uuid, name } = await agentWithoutExtension(backend())
  const { user } = await renderApp({ path: `/reservations?agentUuid=${uuid}`, as: 'admin' })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const answer = await backend().fetch(path, init)
    if (!/^\/api\/(?:extensions\/64201|creations|extensions)$/.test(path)) return answer
    return new Response((await answer.text()).replaceAll(uuid, uuid.toUpperCase()), answer)
  })
  onTestFinished(() => void vi.stubGlobal('fetch', backend().fetch))
  await user.click(await screen.findByRole('button', { name: `Create a new number for ${name}` }))
  await user.type(await screen.findByRole('textbox', { name: 'Number' }), '64201')
  await user.click(screen.getByRole('link', { name: 'Agents' }))
  await screen.findByRole('dialog', { name: 'Leave without saving?' })
  await user.click(screen.getByRole('button', { name: 'Stay on this page' }))
  await user.click(screen.getByRole('button', { name: 'Create and bind' }))
  expect(await screen.findByText(`64201 was created and bound to ${name}.`)).toBeTruthy()
})

test.each(['', '&start=1'])(
  'leads from a page past the end of the free numbers back to the first: %j',
  async (filter) => {
    const { uuid } = await boundAgent(backend())
    const { user } = await renderApp({
      path: `/reservations?agentUuid=${uuid}&page=400${filter}`,
      as: 'supervisor',
    })
    await screen.findByRole('heading', { name: 'This page is past the end of the list' })
    await user.click(screen.getAllByRole('button', { name: 'First page' })[0] ?? document.body)
    await waitFor(() => expect(address()).toBe(`/reservations?agentUuid=${uuid}${filter}`))
  },
)

test('offers a recently opened agent with distinguishing details', async () => {
  const { uuid, name } = await boundAgent(backend())
  const opened = await renderApp({ path: `/agents/${uuid}`, as: 'supervisor' })
  await screen.findByRole('heading', { level: 1, name })
  opened.unmount()
  const { user } = await renderApp({ path: '/reservations', as: 'supervisor' })
  const option = await screen.findByRole('option', { name: /1000/ })
  expect(option.textContent).toContain(name)
  expect(option.textContent).not.toContain(uuid)
  await user.type(screen.getByRole('textbox', { name: 'Name, UUID or work number' }), '1000')
  await waitFor(() => expect(screen.getAllByRole('option')[0]?.textContent).toContain(name))
})

/** Gives two agents the same name, and the work numbers 880 and 881. */
async function twoQuentins() {
  const agents = [await boundAgent(backend()), await agentWithoutExtension(backend())]
  await backend().fetch('/api/agents/import', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({
      rows: agents.map(({ uuid }, index) => ({ agentUuid: uuid, workNumber: `88${index}`, name: 'Quentin' })),
    }),
  })
  return agents
}

test('keeps the order of the found agents while the user opens them', async () => {
  const agents = await twoQuentins()
  const { user } = await renderApp({ path: '/reservations', as: 'supervisor' })
  await user.type(await screen.findByRole('textbox', { name: 'Name, UUID or work number' }), 'Quentin')
  const shown = () => screen.getAllByRole('option', { name: /^Quentin/ }).map((option) => option.textContent)
  await waitFor(() => expect(shown()).toHaveLength(2))
  const before = shown()
  await user.click(screen.getByRole('option', { name: /^Quentin.*881/ }))
  await waitFor(() => expect(JSON.stringify(localStorage)).toContain(agents[1]?.uuid))
  await backend().waitForIdle()
  expect(shown()).toEqual(before)
})

test('keeps a typed new number while another agent is chosen', async () => {
  await twoQuentins()
  const { user } = await renderApp({ path: '/reservations', as: 'admin' })
  await user.type(await screen.findByRole('textbox', { name: 'Name, UUID or work number' }), 'Quentin')
  await user.click(await screen.findByRole('option', { name: /^Quentin.*880/ }))
  const create = await screen.findByRole('button', { name: /^Create a new number for/ })
  const ofFirst = create.textContent
  await user.click(create)
  await user.type(await screen.findByRole('textbox', { name: 'Number' }), '64205')
  await user.click(screen.getByRole('option', { name: /^Quentin.*881/ }))
  const shown = () => screen.getByRole('button', { name: /^Create a new number for/ }).textContent
  await waitFor(() => expect(shown()).not.toBe(ofFirst))
  expect(await screen.findByRole('textbox', { name: 'Number' })).toHaveProperty('value', '64205')
})

test('offers a free number first, marks a reserved one, and says why another is unavailable', async () => {
  const { uuid } = await agentWithoutExtension(backend())
  const idle = await (await backend().fetch('/api/extensions/idle')).json()
  const [first = ''] = JSON.stringify(idle).match(/(?<="ext":")\d+/g) ?? []
  await reserveElsewhere(backend(), first)
  const view = await renderApp({ path: `/reservations?agentUuid=${uuid}`, as: 'supervisor' })
  const numbers = within(await screen.findByRole('listbox', { name: 'Free extensions' }))
  await waitFor(async () => {
    const options = (await numbers.findAllByRole('option')).map((option) => option.textContent ?? '')
    expect(options[0]).not.toMatch(/Reserved for/)
    expect(options.at(-1)).toContain('Reserved for')
    expect(options.some((text) => text.startsWith(first))).toBe(true)
  })
  view.unmount()

  await renderApp({ path: `/reservations?agentUuid=${uuid}&numbers=1268`, as: 'supervisor' })
  const card = within(await screen.findByRole('region', { name: /^1268 for / }))
  // Until the first scan, only the record of the service tells.
  await waitFor(() => expect(card.queryByText(/is free and not reserved/)).toBeNull())
})

test('clears the error of a failed attempt once another user has reserved the number', async () => {
  const { uuid } = await agentWithoutExtension(backend())
  const { user, client } = await renderApp({ path: `/reservations?agentUuid=${uuid}`, as: 'supervisor' })
  const numbers = within(await screen.findByRole('listbox', { name: 'Free extensions' }))
  const [option] = await numbers.findAllByRole('option')
  const ext = /\d+/.exec(option?.textContent ?? '')?.[0] ?? ''
  await user.click(option ?? document.body)
  const card = within(await screen.findByRole('region', { name: new RegExp(`^${ext} for `) }))
  backend().setDown(true)
  await user.click(card.getByRole('button', { name: `Reserve ${ext}` }))
  await card.findByRole('alert')
  await backend().waitForIdle()
  backend().setDown(false)
  await reserveElsewhere(backend(), ext)
  await client.invalidateQueries()
  await card.findByText(new RegExp(`^${ext} is reserved for `))
  expect(card.queryByRole('alert')).toBeNull()
})
