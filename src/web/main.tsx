import './no-eval.ts'
import './styles.ts'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/query-client.ts'
import { App } from './App.tsx'
import { loadCatalogue, preferredLanguage } from './i18n/Language.tsx'
import { preload } from './routes.tsx'
import { sessionQuery } from './session/queries.ts'

const root = document.querySelector('#root')
if (root === null) throw new Error('index.html has no #root')
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
// The scroll lock under a modal writes its own style element, by this nonce.
setNonce(nonce)

// Session, page and language are fetched side by side: one round trip instead of three.
const client = createQueryClient()
void client.prefetchQuery(sessionQuery())
preload(window.location.pathname)
const catalogue = await loadCatalogue(preferredLanguage())

createRoot(root).render(
  <StrictMode>
    <App client={client} catalogue={catalogue} nonce={nonce} />
  </StrictMode>,
)
