import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import {
  createBrowserRouter,
  Link,
  Route,
  RouterProvider,
  Routes,
  useLocation,
  useNavigate,
} from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UnsavedWork } from '#web/app/UnsavedWork.tsx'
import { Dialogs } from '#web/ui/form/dialogs.tsx'
import { useUnsavedChanges } from '#web/lib/navigation-blocker.ts'
import { LanguageProvider, loadCatalogue } from '#web/i18n/Language.tsx'

function Form() {
  const [text, setText] = useState('')
  const release = useUnsavedChanges(text !== '')
  const navigate = useNavigate()
  const save = () => {
    release()
    void navigate('/list')
  }
  return (
    <>
      <input aria-label="name" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <button onClick={save}>Save</button>
      <Link to="/list">List</Link>
      <Link to="/form?tab=2">Tab</Link>
      <Link to="/list" replace>
        Replace
      </Link>
    </>
  )
}

const Where = () => <p data-testid="where">{useLocation().pathname + useLocation().search}</p>
const where = () => screen.getByTestId('where').textContent
const dialog = () => screen.findByRole('dialog', { name: 'Leave without saving?' })

let router: ReturnType<typeof createBrowserRouter> | undefined
const close = () => {
  cleanup()
  router?.dispose()
}
afterEach(close)

async function renderPages(pages: ReactNode) {
  router = createBrowserRouter([
    {
      path: '*',
      element: (
        <UnsavedWork>
          <Where />
          {pages}
          <Dialogs />
        </UnsavedWork>
      ),
    },
  ])
  const catalogue = await loadCatalogue('en')
  render(
    <MantineProvider env="test">
      <LanguageProvider initial={catalogue}>
        <RouterProvider router={router} />
      </LanguageProvider>
    </MantineProvider>,
  )
}

beforeEach(async () => {
  await renderPages(
    <Routes>
      <Route path="/form" element={<Form />} />
      <Route path="*" element={<Link to="/form">Form</Link>} />
    </Routes>,
  )
  await userEvent.click(screen.getByRole('link', { name: 'Form' }))
  await userEvent.type(screen.getByLabelText('name'), 'Li')
})

test.each(['List', 'Replace'])(
  'asks before following %s, and keeps the page and its input when the user stays',
  async (link) => {
    await userEvent.click(screen.getByRole('link', { name: link }))
    await dialog()
    expect(where()).toBe('/form')
    await userEvent.click(screen.getByRole('button', { name: 'Stay on this page' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(where()).toBe('/form')
    expect(screen.getByLabelText('name')).toHaveProperty('value', 'Li')
    expect(document.activeElement).toBe(screen.getByRole('link', { name: link }))
  },
)

test('follows the link after the user confirms', async () => {
  await userEvent.click(screen.getByRole('link', { name: 'List' }))
  await dialog()
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(where()).toBe('/list'))
})

test('asks before going back, then goes back', async () => {
  act(() => window.history.back())
  await dialog()
  await waitFor(() => expect(window.location.pathname).toBe('/form'))
  expect(where()).toBe('/form')
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(where()).toBe('/'))
  expect(window.location.pathname).toBe('/')
})

test('does not ask when the user moves within the page', async () => {
  await userEvent.click(screen.getByRole('link', { name: 'Tab' }))
  await waitFor(() => expect(where()).toBe('/form?tab=2'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('does not ask when a save releases the blocker', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(where()).toBe('/list'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('asks before the tab closes, only while work is unsaved', async () => {
  const unload = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(unload()).toBe(true)
  await userEvent.clear(screen.getByLabelText('name'))
  expect(unload()).toBe(false)
})
