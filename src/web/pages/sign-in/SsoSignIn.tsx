import { Alert, Button, Divider, Stack, Text } from '@mantine/core'
import { IconExternalLink, IconBuilding } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ssoRefusals, type SsoRefusal } from '#contract/sso.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { beginSso } from '#contract/sso.ts'
import { write } from '../../api/endpoint-queries.ts'
import { leaveForProvider, signInMethodsQuery } from './sso-queries.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { colorOf } from '../../ui/text/meaning.ts'

/** Returns the refusal that the redirect from the provider put into the URL; `null` for any other text. */
export const ssoRefusalIn = (text: string | null): SsoRefusal | null =>
  ssoRefusals.find((refusal) => refusal === text) ?? null

/** Shows why the last sign-in at the provider failed. */
export function SsoRefused({ refusal }: { refusal: SsoRefusal }) {
  const t = useT()
  return (
    <Alert color={colorOf('failed')} role="alert" title={t(`session.sso.${refusal}`)}>
      {t(`session.sso.${refusal}.next`)}
    </Alert>
  )
}

/** The button for sign-in at the provider, if one is configured. After the refusal `no-role`, asks for another account. */
export function SsoButton({ next, refusal }: { next: string; refusal: SsoRefusal | null }) {
  const t = useT()
  const { data: methods } = useQuery(signInMethodsQuery())
  const begin = useMutation(write(beginSso))
  if (methods?.sso !== true) return null
  const another = refusal === 'no-role'
  return (
    <Stack gap="md">
      <Divider label={t('session.sso.or')} />
      <ErrorAlert error={begin.error} />
      <Button
        fullWidth
        leftSection={<IconBuilding size={16} aria-hidden />}
        loading={begin.isPending}
        onClick={() =>
          begin.mutate(
            { body: { next, fresh: another }, reauthenticate: false },
            { onSuccess: leaveForProvider },
          )
        }
      >
        {t(another ? 'session.sso.another' : 'session.sso.signIn')}
      </Button>
    </Stack>
  )
}

/** For a page that the user must not leave: opens the sign-in page in another tab. */
export function SsoElsewhere() {
  const t = useT()
  const { data: methods } = useQuery(signInMethodsQuery())
  if (methods?.sso !== true) return null
  return (
    <Stack gap="xs">
      <Divider label={t('session.sso.or')} />
      <Button
        component="a"
        href={paths.signIn()}
        target="_blank"
        rel="noopener"
        fullWidth
        leftSection={<IconExternalLink size={16} aria-hidden />}
      >
        {t('session.sso.elsewhere')}
      </Button>
      <Text c="dimmed">{t('session.elsewhere.text')}</Text>
    </Stack>
  )
}
