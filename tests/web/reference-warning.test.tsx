import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setUpConsole } from './render-app.tsx'

const { backend, renderApp } = setUpConsole({ extensions: 50 })

test('counts the rows that both languages lack once', async () => {
  const { fetch } = backend()
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    input.includes('/api/reference/countries')
      ? Promise.resolve(
          Response.json({
            items: [{ countryid: 'CN', countryName: 'China' }],
            asOf: 1,
            warnings: [{ code: 'row-dropped', detail: '2' }],
          }),
        )
      : fetch(input, init),
  )
  await renderApp({ path: '/service/countries' })
  const warnings = await screen.findAllByText(/couldn't be read/)
  expect(warnings.map(({ textContent }) => textContent)).toEqual([
    "Rows that couldn't be read and are not shown: 2",
  ])
})
