import './no-eval.ts'
import './styles.ts'
import { setNonce } from 'get-nonce'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '../api/query-client.ts'
import { App } from './App.tsx'
import { loadCatalogue, type Catalogue } from '../i18n/Language.tsx'
import { preferredLanguage } from '../i18n/preferred-language.ts'
import { homeOf } from './landing.ts'
import { setPreferenceUser } from '../lib/preference.ts'
import { createRouter } from './router.tsx'
import { preload } from './routes.tsx'
import { embeddedSession, sessionQuery } from '../entities/session/queries.ts'

/** Prints in the light scheme: in the dark scheme, badges and alerts would be white text without a background. */
function printInLight(): void {
  const root = document.documentElement
  let scheme = 'light'
  window.matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) scheme = root.dataset['mantineColorScheme'] ?? scheme
    root.dataset['mantineColorScheme'] = matches ? 'light' : scheme
  })
}

const root = document.querySelector('#root')
if (root === null) throw new Error('index.html has no #root')
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
// The scroll lock of a modal adds its own style element with this nonce.
setNonce(nonce)

printInLight()

const client = createQueryClient()
const router = createRouter()
const session = embeddedSession()
if (session === undefined) void client.prefetchQuery(sessionQuery())
else {
  client.setQueryData(sessionQuery().queryKey, session)
  // A list's first read has the order that its user chose last.
  setPreferenceUser(session.user.id)
}
const { pathname, search } = window.location
const path = pathname === '/' && session !== undefined ? homeOf(session) : pathname
const page = preload(client, { pathname: path, search }, session)

const language = preferredLanguage()
// The browser's first Intl format takes a phone 60 ms: in a task of its own, before the answers need it.
setTimeout(() => void new Intl.NumberFormat(language).format(0))

/** A transition renders in slices: in one piece, the first page would block a phone for a third of a second. */
const render = (catalogue: Catalogue) =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App client={client} router={router} catalogue={catalogue} nonce={nonce} />
      </StrictMode>,
    ),
  )
// Wait for the page's chunk: React would show a fallback for at least 0.3 s, and most pages load faster.
Promise.all([loadCatalogue(language), page]).then(
  ([catalogue]) => render(catalogue),
  () => {
    // Without messages there is only this sentence.
    root.textContent = 'The console could not be loaded. Reload the page. 控制台无法加载，请刷新页面。'
  },
)
