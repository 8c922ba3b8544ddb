import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from 'react-router-dom'
import { LanguageProvider, type Catalogue } from '../i18n/Language.tsx'
import type { createRouter } from './router.tsx'
import { cssVariables, theme } from './theme.ts'
import { FailedLoadNotice } from '../ui/feedback/FailedLoadNotice.tsx'
import { lazyPart } from '../lib/lazy.ts'
import { Later } from '../ui/feedback/Later.tsx'

const ToastHost = lazyPart(async () => (await import('../ui/feedback/ToastHost.tsx')).ToastHost)

interface AppProps {
  client: QueryClient
  router: ReturnType<typeof createRouter>
  catalogue: Catalogue
  /** The nonce of this page's Content-Security-Policy, for the style elements that Mantine adds. */
  nonce?: string
  env?: 'default' | 'test'
}

export function App({ client, router, catalogue, nonce = '', env = 'default' }: AppProps) {
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
          <RouterProvider router={router} />
          <Later>
            <ToastHost />
          </Later>
          <FailedLoadNotice />
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  )
}
