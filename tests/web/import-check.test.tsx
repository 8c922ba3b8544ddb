import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { homeCompany } from '#sandbox/seed.ts'
import { heldAnswers } from './held-answers.ts'
import { address, setUpConsole } from './render-app.tsx'
import { cellsOf, savedFiles } from './saved-files.ts'

const { backend, renderApp } = setUpConsole()
afterEach(() => vi.restoreAllMocks())

async function open(lines: readonly string[], path = '/jobs/import') {
  const view = await renderApp({ path })
  await view.user.click(await screen.findByLabelText('Or paste cells'))
  await view.user.paste(lines.join('\n'))
  return view
}

const table = () => screen.findByRole('table', { name: 'Rows of the sheet' })
/** The state and the reason of each row, by line. */
async function states() {
  const rows = within(await table())
    .getAllByRole('row')
    .slice(1)
  return new Map(
    rows.map((row): [string | null | undefined, string[]] => {
      const [line, state] = within(row).getAllByRole('cell')
      const edits = within(row)
        .getAllByRole('button', { name: /^Edit/ })
        .map((edit) => edit.querySelector('span + span')?.textContent ?? '')
      return [line?.textContent, [state?.textContent ?? '', ...edits.filter((reason) => reason !== '')]]
    }),
  )
}
const checked = () => screen.findByRole('button', { name: 'Check again' })
const agents = () => {
  const { store } = backend().sandbox
  const free = store.agentWithoutExtension(homeCompany.id)
  const bound = store.findAgent(homeCompany.id, store.extension(homeCompany.id, '1000')?.agent_uuid ?? '')
  return { free, bound }
}
const creating = async (count: number) => {
  const start = await screen.findByRole('button', {
    name: `Create ${count} extension${count === 1 ? '' : 's'}`,
  })
  await waitFor(() => expect(start).toHaveProperty('disabled', false))
  return start
}

test('looks numbers, agents and codecs up, and shows one state per row with its reason', async () => {
  const { free, bound } = agents()
  const { user } = await open([
    'Number\tAgent ID\tAgent type\tCodec',
    '45001\t\t\tOpus',
    `1000\t${free?.uuid}\t1\tOpus`,
    '1004\t\t\tKlingon',
    '45002\t999999\t0\tOpus',
    `45003\t${bound?.uuid}\t1\tKlingon`,
    `45004\t${bound?.agent_id}\t0\t`,
    '45005\t\t\tKlingon',
    `45006\t${free?.uuid}\t1\t`,
    `45007\t${free?.agent_id}\t0\t`,
    '45008\t990002\t0\tKlingon',
    '990002\t\t\t',
    '80a1\t\t\t',
  ])
  await checked()
  expect(screen.queryByText(/^Being checked/)).toBeNull()
  // The rows to fix come first.
  expect([...(await states()).keys()]).toEqual(['3', '4', '5', '6', '7', '8', '10', '11', '12', '13'])
  await user.click(screen.getByRole('radio', { name: 'All 12' }))
  await waitFor(async () =>
    expect(Object.fromEntries(await states())).toEqual({
      2: ['Ready'],
      3: ['Exists', `This number exists and is bound to ${bound?.agent_name}`],
      4: ['Exists', 'This number exists and is not bound'],
      5: ['Unknown agent', 'The service knows no such agent'],
      6: ['Agent has a number', 'This agent already has 1000'],
      7: ['Agent has a number', 'This agent already has 1000'],
      8: ['Unknown codec', 'Not a known codec, so the service may refuse it'],
      9: ['Ready'],
      10: ['Agent has a number', 'Same agent as line 9'],
      11: ['Not checked', 'The response did not come from the phone platform'],
      12: ['Not checked', 'The response did not come from the phone platform'],
      13: ['With errors', 'Contains the letter a'],
    }),
  )
  screen.getByText('Ready: 2')
  screen.getByText('Not checked: 2')
  await creating(2)
  screen.getByText('10 rows excluded')
})

test('creates numbers without their unknown agents in one click, and reserves them for new colleagues', async () => {
  const { bound } = agents()
  const { user } = await open([
    'Number\tEmployee ID\tName',
    '45701\t999701\tNora Newton',
    '45702\t999702\t',
    `45703\t${bound?.agent_id}\tHas One`,
  ])
  await checked()
  screen.getByText('Unknown agent: 2')
  await user.click(screen.getByRole('button', { name: '1 new colleague' }))
  screen.getByText('New colleague: 1')
  await user.click(screen.getAllByRole('button', { name: 'Create 1 free' })[0] ?? document.body)
  await user.click(screen.getByRole('button', { name: 'Create 1 free' }))
  screen.getByText('Created free: 2')
  expect(screen.queryByRole('table', { name: 'Rows of the sheet' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Take back' }))
  screen.getByText('Unknown agent: 2')
  await user.click(screen.getByRole('button', { name: '1 new colleague' }))
  await user.click(await creating(1))
  await user.click(await screen.findByRole('button', { name: 'Reserve for them' }))
  expect(await screen.findByRole('textbox', { name: 'People, one per line' })).toHaveProperty(
    'value',
    'Nora Newton 999701',
  )
  expect(address()).toContain('numbers=45701')
})

test('asks before typed rows are lost', async () => {
  const { user } = await renderApp({ path: '/jobs/import' })
  await user.type(await screen.findByLabelText('Or paste cells'), '0801')
  await user.click(screen.getByRole('link', { name: 'People' }))
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy()
})

test('keeps a repaired sheet as a draft, without its passwords, until its job starts', async () => {
  const first = await open(['Number\tPassword\tNote', '4O511\tsecret-1234\tdesk', '45512\t\thall'])
  await first.user.click(await screen.findByRole('button', { name: 'Use 40511' }))
  await screen.findByText('Ready: 2')
  const text = () => document.body.textContent
  expect(text()).toMatch(/Draft saved today \d\d:\d\d, without the passwords/)
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('secret-1234')
  await first.user.click(screen.getByRole('link', { name: 'People' }))
  const question = within(await screen.findByRole('dialog', { name: 'Leave without the password?' }))
  question.getByText('What you entered on this page is kept as a draft, without the password.')
  await first.user.click(question.getByRole('button', { name: 'Leave' }))
  await screen.findByRole('heading', { name: 'People', level: 1 })
  first.unmount()

  const { user } = await renderApp({ path: '/jobs/import' })
  await waitFor(() =>
    expect(text()).toMatch(/Your draft is restored, saved today \d\d:\d\d, without its passwords\./),
  )
  await screen.findByText('Ready: 2')
  await user.click(screen.getByRole('radio', { name: 'All 2' }))
  await screen.findByRole('button', { name: /^Edit Number, line 2: 40511/ })
  await user.click(await creating(2))
  await waitFor(() => expect(address()).toMatch(/^\/jobs\/[\w-]+$/))
  // The sheet stays with its job, without the passwords, for the file of failed rows.
  const stored = Object.entries(localStorage).filter(([, value]) => String(value).includes('40511'))
  expect(stored.map(([key]) => key.split('.')[1])).toEqual(['job-sheet'])
  expect(JSON.stringify(stored)).not.toContain('secret-1234')
})

test('leaves out rows that hold only their own number', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => `${at + 1},${at < 2 ? `4552${at}` : ''},`)
  await open(['No.,Number,Note', ...rows])
  await screen.findByText('Rows: 2')
  await screen.findByText('Ready: 2')
  expect(screen.queryByText(/^With errors/)).toBeNull()
})

test('reads a value under Agent that is no UUID as a work number, or as a name', async () => {
  const { free } = agents()
  await open(['Number\tAgent ID', `45531\t${free?.agent_id}`, '45532\tChristopher'])
  await checked()
  const found = await states()
  expect(found.get('3')).toEqual(['With errors', 'A name: find the agent in the directory'])
  await screen.findByText('Ready: 1')
  screen.getByRole('button', { name: 'Find 1 agent in the directory' })
})

test('does not call a number free while its binding is unclear', async () => {
  const { store } = backend().sandbox
  const row = store.extension(homeCompany.id, '1004')
  vi.spyOn(store, 'extension').mockImplementation(() => row && { ...row, bind_status: 7 })
  await open(['1004'])
  await checked()
  expect([...(await states()).values()]).toEqual([['Exists', 'This number exists']])
})

test('keeps the sheet’s line in the job, and leaves what the console can’t know to the user', async () => {
  const saved = savedFiles()
  const { user } = await open([
    'Number\tCodec',
    '45101\tOpus',
    '1000\t',
    '45102\tKlingon',
    '45103\tG.711 alaw',
  ])
  await checked()
  await creating(2)
  await user.click(screen.getByRole('button', { name: 'Download the left-out rows' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(await cellsOf(saved[0])).toEqual([
    ['Number', 'Codec', 'Reason'],
    ['1000', '', expect.stringMatching(/^Line 3: Number: This number exists and is bound to /)],
  ])
  await user.click(
    screen.getByRole('checkbox', { name: /^Also create 1 row that the console could not confirm/ }),
  )
  await user.click(await creating(3))
  await waitFor(() => expect(address()).toMatch(/^\/jobs\/[0-9a-f-]{36}$/))
  await screen.findByText('1 row was not created')
  const rows = within(await screen.findByRole('table', { name: 'Rows of the job' }))
  await waitFor(() => {
    const line = rows.getAllByRole('columnheader').findIndex(({ textContent }) => textContent === 'Line')
    const [, ...created] = rows.getAllByRole('row')
    expect(created.map((row) => within(row).getAllByRole('cell')[line]?.textContent)).toEqual(['2', '4', '5'])
  })
  await user.click(await screen.findByRole('button', { name: 'Download failed rows' }))
  await waitFor(() => expect(saved).toHaveLength(2))
  // The user's own columns, as in the rows that were left out before.
  expect(await cellsOf(saved[1])).toEqual([
    ['Number', 'Codec', 'Reason'],
    ['45102', 'Klingon', expect.stringMatching(/\w/)],
  ])
})

test('names the row and the value of an odd Language, and says why a column of languages is not used', async () => {
  const { user } = await open(['Number\tLanguage', '45151\tOpus', '45152\tKlingon'])
  await checked()
  expect(Object.fromEntries(await states())).toEqual({
    3: ['Unknown codec', 'Not a known codec, so the service may refuse it'],
  })
  within(await table()).getByText('Klingon')
  await user.click(screen.getByLabelText('Or paste cells'))
  await user.paste('Number\tLanguage\n45153\ten_US')
  await screen.findByText('The values don’t look like Language (codec).')
  await user.click(screen.getByRole('button', { name: 'Use as Language (codec)' }))
  await waitFor(async () => expect((await states()).get('2')?.[0]).toBe('Unknown codec'))
})

test('checks a corrected row again, and only that one', async () => {
  const { user } = await open(['Number\tAgent ID', '45201\t999999', '45202\t'])
  await checked()
  await waitFor(async () => expect((await states()).get('2')?.[0]).toBe('Unknown agent'))
  backend().requests.length = 0
  await user.click(within(await table()).getByRole('button', { name: /^Edit Agent, line 2/ }))
  await user.keyboard(`${agents().free?.uuid}{Enter}`)
  await waitFor(async () => expect((await states()).get('2')).toEqual(['Ready']))
  const lookedUp = backend().requests.filter(({ path }) => /preview$|look-up$/.test(path))
  expect(lookedUp.map(({ path }) => path)).toEqual(['/api/people/look-up'])
})

test('shows the progress of 2,000 rows, can be stopped, and calls no stopped row ready', async () => {
  let answered = 0
  heldAnswers(backend(), (_method, path) => path === '/api/jobs/preview' && ++answered > 4)
  const { user } = await open([
    'Number',
    ...Array.from({ length: 2_000 }, (_, index) => String(46_000 + index)),
  ])
  await screen.findByText('200 of 2,000 numbers')
  const start = screen.getByRole('button', { name: /^Create \d+ extensions$/ })
  expect(start).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByText('The check was stopped.')
  screen.getByText('Ready: 200')
  screen.getByText('Not checked: 1,800')
  // What refreshes the page does not start a stopped check.
  const callsBefore = answered
  await user.keyboard('r')
  await backend().waitForIdle()
  expect(answered).toBe(callsBefore)
  screen.getByText('The check was stopped.')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText('200 of 2,000 numbers')
})

test('checks the agents of missing numbers before a plan from a comparison starts', async () => {
  const { user } = await open(
    ['Number\tAgent uuid', '45301\tnobody-at-the-service', '45302\t'],
    '/jobs/reconcile',
  )
  await user.click(await screen.findByRole('button', { name: 'Create 2 missing numbers' }))
  const rows = within(await screen.findByRole('table', { name: 'Rows that are not ready' }))
  await rows.findByText('Unknown agent')
  expect(rows.getByText('The service knows no such agent')).toBeTruthy()
  await creating(1)
})

test('says that a codec typed for a range is not known', async () => {
  const { user } = await renderApp({ path: '/jobs/new?numbers=45401' })
  const codec = await screen.findByRole('combobox', { name: 'Language (codec)' })
  await user.type(codec, 'Klingon')
  await screen.findByText('Not a known codec, so the service may refuse it')
  await user.clear(codec)
  await user.type(codec, 'Opus')
  await waitFor(() => expect(screen.queryByText(/^Not a known codec/)).toBeNull())
})
