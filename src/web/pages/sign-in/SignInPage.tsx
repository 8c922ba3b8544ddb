import { Group, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { matchPath, useNavigate, useSearchParams } from 'react-router-dom'
import { patterns } from '#contract/page-patterns.ts'
import { useT } from '../../i18n/Language.tsx'
import { EntryFrame } from '../../entities/session/EntryFrame.tsx'
import { sessionQuery } from '../../entities/session/queries.ts'
import { SignInSteps } from './SignInSteps.tsx'
import { SsoButton, SsoRefused, ssoRefusalIn } from './SsoSignIn.tsx'

const pages = Object.values(patterns).filter((pattern) => pattern !== patterns.signIn)

/**
 * Returns the path to open after sign-in: `next` if it is a page of this console, else `/`, which opens the user's landing page.
 * Parses `next` as the browser does and returns the parsed form: the browser drops tabs and line breaks, so that `/<tab>/host`
 * would lead to another site.
 */
export function safeNext(next: string | null): string {
  const { origin } = window.location
  if (next === null || !next.startsWith('/') || !URL.canParse(next, origin)) return '/'
  const url = new URL(next, origin)
  const isPage = url.origin === origin && pages.some((pattern) => matchPath(pattern, url.pathname) !== null)
  return isPage ? url.pathname + url.search + url.hash : '/'
}

export function SignInPage() {
  const t = useT()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const refusal = ssoRefusalIn(params.get('sso'))
  const enter = async () => {
    await client.resetQueries({ queryKey: sessionQuery().queryKey })
    await client.fetchQuery(sessionQuery())
    await navigate(safeNext(params.get('next')), { replace: true })
  }
  return (
    <EntryFrame title={t('session.signIn')}>
      <Group gap="sm" wrap="nowrap">
        <img src="/favicon.svg" alt="" width={36} height={36} />
        <div>
          <Title order={1}>{t('product')}</Title>
          <Text c="dimmed">{t('session.intro')}</Text>
        </div>
      </Group>
      {refusal !== null && <SsoRefused refusal={refusal} />}
      <SignInSteps onSignedIn={enter} />
      <SsoButton next={safeNext(params.get('next'))} refusal={refusal} />
    </EntryFrame>
  )
}
