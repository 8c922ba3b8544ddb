import './no-eval.ts'
import './styles.ts'
import { setNonce } from 'get-nonce'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '../api/query-client.ts'
import { App } from './App.tsx'
import { firstCatalogue } from '../i18n/Language.tsx'
import { preferredLanguage } from '../i18n/preferred-language.ts'
import { landingOf } from './landing.ts'
import { preload } from './routes.tsx'
import { sessionOfPage, sessionQuery } from '../shared/session/queries.ts'

/** Paper is white: badges and alerts of the dark scheme would be white text without its background. */
function printInLight(): void {
  const root = document.documentElement
  let shown = 'light'
  window.matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) shown = root.dataset['mantineColorScheme'] ?? shown
    root.dataset['mantineColorScheme'] = matches ? 'light' : shown
  })
}

/** A page's chunk is awaited this long before the console is drawn around its place. */
const longestWaitMs = 500

const root = document.querySelector('#root')
if (root === null) throw new Error('index.html has no #root')
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
// The scroll lock under a modal writes its own style element, by this nonce.
setNonce(nonce)

printInLight()

const client = createQueryClient()
const session = sessionOfPage()
if (session === undefined) void client.prefetchQuery(sessionQuery())
else client.setQueryData(sessionQuery().queryKey, session)
const { pathname } = window.location
const page = preload(pathname === '/' && session !== undefined ? landingOf(session) : pathname)

/** Rendered in slices: in one piece, the first page would block a phone for a third of a second. */
const draw = () =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App client={client} catalogue={firstCatalogue(preferredLanguage())} nonce={nonce} />
      </StrictMode>,
    ),
  )
// What stands for a page that is still fetched would be kept for 0.3 s at least, and most pages have come by then.
const patience = new Promise((resolve) => {
  setTimeout(resolve, longestWaitMs)
})
void Promise.race([page, patience]).then(draw)
