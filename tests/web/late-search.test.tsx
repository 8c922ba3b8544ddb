import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { address, setUpConsole } from './render-app.tsx'

const { renderApp } = setUpConsole({ extensions: 50 })

test('leaves the reader on the page they went to while a search was at rest', async () => {
  await renderApp({ path: '/extensions/idle' })
  const field = await screen.findByLabelText('Number starts with')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    fireEvent.change(field, { target: { value: '10' } })
    // The next page's script may take longer to come than typing needs to rest: the old page is then still shown.
    window.history.pushState(null, '', '/reference/countries')
    expect(vi.getTimerCount()).toBeGreaterThan(0)
    vi.advanceTimersByTime(10_000)
  } finally {
    vi.useRealTimers()
  }
  expect(address()).toBe('/reference/countries')
})
