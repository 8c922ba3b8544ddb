import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listNumbers } from '#contract/numbers.ts'
import { enter, setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole()

/** Opens the palette on the free extensions. */
async function openPalette() {
  const { user } = await renderApp({ path: '/extensions/idle', as: 'supervisor' })
  await user.click(await screen.findByRole('button', { name: 'Search and commands' }))
  const field = await screen.findByRole('combobox', { name: 'Search and commands' })
  const dialog = within(await screen.findByRole('dialog'))
  const rows = () => dialog.queryAllByRole('option')
  const texts = () => rows().map(({ textContent }) => textContent)
  const type = async (text: string) => {
    await user.clear(field)
    await user.type(field, text)
  }
  /** Resolves once the rows for the typed text are complete. */
  const settled = () => waitFor(() => expect(dialog.queryAllByText('Loading…')).toHaveLength(0))
  return { user, type, rows, texts, settled }
}

/** The first number in the state, once the inventory shows it. */
async function numberThatIs(state: 'free' | 'bound'): Promise<string> {
  await backend().signInAs('supervisor')
  await backend().fetch(state === 'free' ? '/api/extensions/idle?pageSize=100' : '/api/extensions/1000')
  let ext = ''
  await waitFor(async () => {
    const answer = await backend().fetch(`/api/numbers?state=${state}&pageSize=1`)
    ext = listNumbers.answer.parse(await answer.json()).items[0]?.ext ?? ''
    expect(ext).not.toBe('')
  })
  return ext
}

test('finds the person whose name was misspelled', async () => {
  await backend().signInAs('admin')
  await backend().fetch('/api/people/import', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({
      rows: [{ agentUuid: 'agent-0000-0009', workNumber: '89009', name: 'Wilhelmina Castellanos' }],
    }),
  })
  const { type, texts } = await openPalette()
  await type('Wilhelmina Castelanos')
  await waitFor(() =>
    expect(texts()).toContainEqual(expect.stringMatching(/^Open Wilhelmina Castellanos.*89009/)),
  )
})

test('offers to create a number again only once the service has answered again', async () => {
  const { user } = await renderApp({ path: '/extensions/new' })
  await screen.findByLabelText(/^Number/)
  const lookUps = () => backend().requests.filter(({ path }) => path === '/api/extensions/98002')
  const look = async () => {
    await user.keyboard('{Control>}k{/Control}')
    const palette = within(await screen.findByRole('dialog'))
    await enter(user, palette.getByRole('combobox'), '98002')
    await palette.findByText('Create extension 98002')
  }
  await look()
  expect(lookUps()).toHaveLength(1)
  await user.keyboard('{Escape}')
  await look()
  expect(lookUps()).toHaveLength(2)
})

test('shows only the rows of this search, each once and one highlighted', async () => {
  await backend().signInAs('admin')
  await backend().fetch('/api/people/import', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({
      rows: Array.from({ length: 4 }, (_, n) => ({
        agentUuid: `agent-0000-000${n}`,
        workNumber: `8900${n}`,
        name: 'Greta Namesake',
      })),
    }),
  })
  const { user, type, rows, texts, settled } = await openPalette()
  await type('Greta Namesake')
  await waitFor(() => expect(texts().filter((text) => text.startsWith('Open Greta'))).toHaveLength(4))
  await user.keyboard('{ArrowDown}{ArrowDown}')
  await type('gx')
  expect(texts().filter((text) => text.includes('Greta'))).toEqual([])
  await settled()
  expect(texts().filter((text) => text.includes('Greta'))).toEqual([])
  expect(rows().filter((row) => row.getAttribute('aria-selected') === 'true').length).toBeLessThanOrEqual(1)
})

test('names the holder of a number first, and offers to reserve it only when it is free', async () => {
  const [free, bound] = [await numberThatIs('free'), await numberThatIs('bound')]
  const { type, texts, settled } = await openPalette()
  const reserving = () => texts().filter((text) => text.startsWith('Reserve'))
  await type(bound)
  await waitFor(() => expect(texts()[0]).toMatch(new RegExp(`^${bound} → .+Bound$`)))
  await settled()
  expect(texts()[1]).toMatch(new RegExp(`^Request a change of ${bound}`))
  expect(texts().findIndex((text) => text.startsWith('Free numbers'))).toBeGreaterThan(2)
  expect(reserving()).toEqual([])
  await type('95559')
  await waitFor(() => expect(texts()[0]).toBe('Open extension 95559The phone platform has no such number'))
  await settled()
  expect(reserving()).toEqual([])
  await type(free)
  await waitFor(() => expect(reserving()).toEqual([expect.stringContaining(`Reserve ${free}`)]))
})

test('opens the bulk reservation with a list of people pasted in lines', async () => {
  const { user, type, rows, settled } = await openPalette()
  await type(' ')
  await user.paste('张伟（主管）\nMs. Ingrid Smith,\n大家好')
  await settled()
  const [first] = rows()
  expect(first?.textContent).toContain('Reserve numbers for the people in this list')
  await user.click(first ?? document.body)
  const list = await screen.findByRole('textbox', { name: 'People, one per line' })
  expect(list).toHaveProperty('value', '张伟(主管)\nMs. Ingrid Smith,\n大家好')
  await user.keyboard('{Control>}k{/Control}')
  await user.click(await screen.findByRole('combobox', { name: 'Search and commands' }))
  await user.paste('李雷\r\n韩梅梅\r\n')
  await user.click(
    await screen.findByRole('option', { name: /^Reserve numbers for the people in this list/ }),
  )
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'People, one per line' })).toHaveProperty(
      'value',
      '李雷\n韩梅梅',
    ),
  )
})
