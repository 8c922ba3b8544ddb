import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { address, setUpConsole } from './render-app.tsx'

const { renderApp } = setUpConsole({ extensions: 50 })

test('keeps the new page when a search fires after the user has left', async () => {
  await renderApp({ path: '/extensions/idle' })
  const field = await screen.findByLabelText('Number starts with')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    fireEvent.change(field, { target: { value: '10' } })
    // The next page's script may take longer to load than the typing pause, while the old page is still shown.
    window.history.pushState(null, '', '/service/countries')
    expect(vi.getTimerCount()).toBeGreaterThan(0)
    vi.advanceTimersByTime(10_000)
  } finally {
    vi.useRealTimers()
  }
  expect(address()).toBe('/service/countries')
})
