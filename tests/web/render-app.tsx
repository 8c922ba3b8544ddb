import { QueryClient } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import type { UiLanguage } from '#contract/text.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { App } from '#web/app/App.tsx'
import { createRouter } from '#web/app/router.tsx'
import { loadCatalogue } from '#web/i18n/Language.tsx'
import { openBackend, type Backend, type BackendOptions, type Who } from './backend.ts'

interface RenderOptions {
  path: string
  as?: Who | null
  language?: UiLanguage
}

/** Starts one BFF and sandbox for the tests of a file. `renderApp` renders the whole console at a path, signed in. */
export function setUpConsole(options: BackendOptions = {}) {
  let opened: Backend | undefined
  beforeAll(async () => {
    opened = await openBackend(options)
    vi.stubGlobal('fetch', opened.fetch)
  })
  afterAll(() => opened?.close())
  const backend = () => {
    if (opened === undefined) throw new Error('the backend opens before the tests')
    return opened
  }

  const routers: ReturnType<typeof createRouter>[] = []
  afterEach(() => {
    for (const router of routers.splice(0)) router.dispose()
  })
  const renderApp = async ({ path, as = 'admin', language = 'en' }: RenderOptions) => {
    backend().setDown(false)
    await backend().signInAs(as)
    backend().requests.length = 0
    window.history.replaceState(null, '', path)
    const client: QueryClient = createQueryClient()
    // The product retries a failed read after a second; the tests do not wait for that.
    const defaults = client.getDefaultOptions()
    client.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } })
    const router = createRouter()
    routers.push(router)
    const catalogue = await loadCatalogue(language)
    const view = render(<App {...{ client, router, catalogue }} env="test" />)
    return { ...view, client, router, user: userEvent.setup({ delay: null }) }
  }
  return { backend, renderApp }
}

/** Waits for the page's heading. */
export const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

/** Enters a text into a field at once, as from the clipboard. Typing renders the page once per letter. */
export async function enter(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field)
  await user.paste(text)
}

/** The path and query string, decoded as in the address bar. */
export const address = () => decodeURIComponent(window.location.pathname + window.location.search)
