import { Group, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useT } from '../../i18n/Language.tsx'
import { EntryFrame } from './EntryFrame.tsx'
import { safeNext } from './safe-next.ts'
import { sessionQuery } from '../../shared/session/queries.ts'
import { SignInSteps } from './SignInSteps.tsx'
import { SsoButton, SsoRefused, ssoRefusalIn } from './SsoSignIn.tsx'

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
          <Text size="sm" c="dimmed">
            {t('session.intro')}
          </Text>
        </div>
      </Group>
      {refusal !== null && <SsoRefused refusal={refusal} />}
      <SignInSteps onSignedIn={enter} />
      <SsoButton next={safeNext(params.get('next'))} refusal={refusal} />
    </EntryFrame>
  )
}
