import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { BlockingRouter } from './BlockingRouter.tsx'
import { LanguageProvider, type Catalogue } from '../i18n/Language.tsx'
import { signInRoute } from './routes.tsx'
import { SignedIn } from './SignedIn.tsx'
import { cssVariables, theme } from './theme.ts'
import { ErrorBoundary } from '../ui/feedback/ErrorBoundary.tsx'
import { FailedLoadNotice } from '../ui/feedback/FailedLoadNotice.tsx'
import { lazyPage } from '../i18n/lazy-page.ts'
import { Later } from '../ui/feedback/Later.tsx'

const ToastHost = lazyPage(null, async () => (await import('../ui/feedback/ToastHost.tsx')).ToastHost)

const Entry = () => (
  <Routes>
    <Route path={signInRoute.path} element={<signInRoute.Component />} />
    <Route path="*" element={<SignedIn />} />
  </Routes>
)

interface AppProps {
  client: QueryClient
  catalogue: Catalogue
  /** The nonce of this page's Content-Security-Policy, for the style elements that Mantine adds. */
  nonce?: string
  env?: 'default' | 'test'
}

export function App({ client, catalogue, nonce = '', env = 'default' }: AppProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
      env={env}
    >
      <LanguageProvider initial={catalogue}>
        <QueryClientProvider client={client}>
          <BlockingRouter>
            <ErrorBoundary>
              <Suspense fallback={null}>
                <Entry />
              </Suspense>
            </ErrorBoundary>
          </BlockingRouter>
          <Later>
            <ToastHost />
          </Later>
          <FailedLoadNotice />
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  )
}
