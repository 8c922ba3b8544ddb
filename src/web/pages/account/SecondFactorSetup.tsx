import { Button, Code, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { confirmSecondFactor, type SecondFactorSetup as Setup } from '#contract/account.ts'
import { call } from '../../api/call.ts'
import { readId } from '../../lib/typed.ts'
import { useT } from '../../i18n/Language.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { QrCode } from '../../ui/text/QrCode.tsx'
import { sessionQuery } from '../../entities/session/queries.ts'
import { BackupCodes } from './BackupCodes.tsx'
import { accountQuery } from './queries.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'

/** Returns the secret in groups of four characters, for typing it in when the user cannot scan the code. */
const secretOf = (uri: string) =>
  (new URL(uri).searchParams.get('secret') ?? '').replaceAll(/(.{4})(?=.)/g, '$1 ')

/** Shows the secret for the app and the backup codes. A code from the app confirms the secret and turns the second factor on. */
export function SecondFactorSetup({ setup, onCancel }: { setup: Setup; onCancel: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const form = useForm({
    initialValues: { code: '' },
    validate: schemaResolver(confirmSecondFactor.body, { sync: true }),
  })
  const confirm = useMutation({
    mutationFn: (code: string) => call(confirmSecondFactor, { body: { code } }),
    onSuccess: () => {
      announce(t('account.factor.isOn'))
      return Promise.all([
        client.invalidateQueries({ queryKey: accountQuery().queryKey }),
        client.invalidateQueries({ queryKey: sessionQuery().queryKey }),
      ])
    },
  })
  return (
    <Stack gap="md">
      <Title order={3}>{t('account.factor.scan')}</Title>
      <Text>{t('account.factor.scan.text')}</Text>
      <Group align="flex-start" gap="lg">
        <QrCode text={setup.uri} label={t('account.factor.qr')} />
        <div>
          <Text c="dimmed">{t('account.factor.secret')}</Text>
          <Code>{secretOf(setup.uri)}</Code>
        </div>
      </Group>
      <BackupCodes codes={setup.backupCodes} />
      <form onSubmit={form.onSubmit(({ code }) => confirm.mutate(code))}>
        <Stack gap="md">
          <TextInput
            label={t('account.factor.code')}
            description={t('account.factor.code.text')}
            value={form.values.code}
            onChange={(event) =>
              form.setFieldValue('code', readId(event.currentTarget.value).replaceAll(' ', ''))
            }
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            w={{ base: '100%', sm: 320 }}
          />
          <ErrorAlert error={confirm.error} />
          <Group>
            <Button variant="filled" type="submit" loading={confirm.isPending} disabled={!form.isValid()}>
              {t('account.factor.confirm')}
            </Button>
            <Button onClick={onCancel}>{t('action.cancel')}</Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  )
}
