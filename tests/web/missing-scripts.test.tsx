import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { Language, loadCatalogue } from '#web/i18n/Language.tsx'
import { lazyDialog, lazyFeature, useRequestedPart } from '#web/lib/lazy.ts'
import { FailedLoadNotice } from '#web/ui/feedback/FailedLoadNotice.tsx'
import { heading, setUpConsole } from './render-app.tsx'

const { renderApp } = setUpConsole()

/** Imports the component once `restore` was called; before, fails as after a deploy that removed the script of an older build. */
function removed<Props extends object>(component: (props: Props) => ReactNode) {
  let isThere = false
  return {
    importPart: async () => {
      if (!isThere) throw new TypeError('Failed to fetch dynamically imported module')
      return component
    },
    restore: () => {
      isThere = true
    },
  }
}

async function renderPage(part: ReactNode) {
  const initial = await loadCatalogue('en')
  const view = (shown: ReactNode) => (
    <MantineProvider env="test">
      <Language initial={initial}>
        <input aria-label="typed" />
        {shown}
        <FailedLoadNotice />
      </Language>
    </MantineProvider>
  )
  const { rerender } = render(view(part))
  const user = userEvent.setup({ delay: null })
  await user.type(screen.getByLabelText('typed'), 'text')
  return { user, show: (next: ReactNode) => rerender(view(next)) }
}
const notice = () => screen.findByText(/^This part of the console couldn't be loaded/)
const typed = () => screen.getByLabelText('typed')

test('keeps the page and what was typed when a dialog cannot be loaded, and offers to try again', async () => {
  const { importPart, restore } = removed(() => <p>the dialog</p>)
  const Dialog = lazyDialog<{ onClose: () => void }>(importPart)
  const onClose = vi.fn<() => void>()
  const { user, show } = await renderPage(<Dialog onClose={onClose} />)
  await notice()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  expect(typed()).toHaveProperty('value', 'text')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await notice()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(screen.queryByText(/couldn't be loaded/)).toBeNull()
  show(null)
  show(<Dialog onClose={onClose} />)
  // The user leaves before the answer.
  show(null)
  await act(async () => undefined)
  expect(screen.queryByText(/couldn't be loaded/)).toBeNull()
  show(<Dialog onClose={onClose} />)
  await notice()
  restore()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('the dialog')
  expect(screen.queryByText(/couldn't be loaded/)).toBeNull()
  expect(typed()).toHaveProperty('value', 'text')
})

test('keeps the page when a menu cannot be loaded, and opens it at the next click', async () => {
  const { importPart, restore } = removed(() => <p>the menu</p>)
  const Menu = lazyFeature(importPart)
  function Opener() {
    const { state, request } = useRequestedPart(Menu)
    return state === 'loaded' ? <Menu /> : <button onClick={request}>Open</button>
  }
  const { user } = await renderPage(<Opener />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await notice()
  expect(typed()).toHaveProperty('value', 'text')
  restore()
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByText('the menu')
  expect(screen.queryByText(/couldn't be loaded/)).toBeNull()
})

test('does not choose a language whose messages cannot be loaded, and says so', async () => {
  const { user } = await renderApp({ path: '/inventory' })
  await heading('Inventory')
  const catalogue = await import('#web/i18n/catalogue.ts')
  let isThere = false
  await catalogue.withMessages(Promise.resolve(), {
    en: async () => ({ messages: {} }),
    zh: async () => {
      if (!isThere) throw new TypeError('Failed to fetch dynamically imported module')
      return { messages: {} }
    },
  })
  await user.click(screen.getByRole('button', { name: '中文' }))
  await screen.findByText(/^The other language couldn't be loaded/)
  expect(localStorage.getItem('extension-console.language')).toBeNull()
  await heading('Inventory')
  isThere = true
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await heading('分机台账')
  expect(localStorage.getItem('extension-console.language')).toBe('"zh"')
})
