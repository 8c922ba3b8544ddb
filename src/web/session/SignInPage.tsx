import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useT } from '../i18n/Language.tsx'
import { ColorSchemeSwitch, LanguageSwitch } from '../shell/Switches.tsx'
import { safeNext } from './safe-next.ts'
import { sessionQuery } from './queries.ts'
import { SignInSteps } from './SignInSteps.tsx'
import { SsoButton, SsoRefused, ssoRefusalIn } from './SsoSignIn.tsx'
import classes from './SignInPage.module.css'

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
  useEffect(() => {
    document.title = `${t('session.signIn')} · ${t('product')}`
  }, [t])
  return (
    <main className={classes.page}>
      <Group justify="flex-end" gap="xs" className={classes.switches}>
        <LanguageSwitch />
        <ColorSchemeSwitch />
      </Group>
      <Paper withBorder className={classes.card}>
        <Stack gap="lg">
          <Group gap="sm" wrap="nowrap">
            <img src="/favicon.svg" alt="" width={36} height={36} />
            <div>
              <Title order={1}>{t('product')}</Title>
              <Text size="sm" c="dimmed">
                {t('session.intro')}
              </Text>
            </div>
          </Group>
          {refusal !== null && <SsoRefused refusal={refusal} />}
          <SignInSteps onSignedIn={enter} />
          <SsoButton next={safeNext(params.get('next'))} refusal={refusal} />
        </Stack>
      </Paper>
    </main>
  )
}
