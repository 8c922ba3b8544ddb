import {
  Button,
  Group,
  Stack,
  Text,
  PasswordInput,
  Code,
  TextInput,
  Title,
  Alert,
  SimpleGrid,
} from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  beginSecondFactor,
  endSecondFactor,
  renewBackupCodes,
  type Account,
  confirmSecondFactor,
  type SecondFactorSetup as Setup,
} from '#contract/account.ts'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/query-client.ts'
import { useT } from '../../i18n/Language.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { accountQuery, type OwnProof } from './queries.ts'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { useForm, schemaResolver } from '@mantine/form'
import { hasCode } from '../../api/api-error.ts'
import { readId } from '../../lib/typed.ts'
import { CodeInput, isCode } from '../../entities/session/CodeInput.tsx'
import { FormDialog, type Sending } from '../../ui/form/FormDialog.tsx'
import { showWrongPassword } from '../../entities/session/wrong-password.ts'
import { QrCode } from '../../ui/text/QrCode.tsx'
import { sessionQuery } from '../../entities/session/queries.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { copyText } from '../../ui/text/CopyButton.tsx'
import { saveFile } from '../../lib/save-file.ts'

interface PasswordDialogProps {
  title: string
  text: string
  confirm: string
  danger?: boolean
  /** True when a second factor is on: the dialog also asks for a code. */
  isCodeNeeded: boolean
  sending: Sending
  onConfirm: (proof: OwnProof, onError: (refusal: Error) => void) => void
  onClose: () => void
}

/** Asks for the user's password, and for a code if a second factor is on, before a sensitive change to the account. */
function PasswordDialog({ text, confirm, isCodeNeeded, sending, onConfirm, ...dialog }: PasswordDialogProps) {
  const t = useT()
  const form = useForm({ initialValues: { password: '', code: '' } })
  const { password, code } = form.values
  return (
    <FormDialog
      {...dialog}
      submit={confirm}
      sending={hasCode(sending.error, 'password-wrong') ? { ...sending, error: null } : sending}
      isReady={password !== '' && (!isCodeNeeded || isCode(code))}
      onSubmit={form.onSubmit(() =>
        onConfirm(isCodeNeeded ? { password, code: readId(code) } : { password }, showWrongPassword(form, t)),
      )}
    >
      <Text>{text}</Text>
      <PasswordInput
        {...form.getInputProps('password')}
        label={t('caption.password')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
        data-autofocus
      />
      {isCodeNeeded && (
        <CodeInput
          value={code}
          onChange={(typed) => form.setFieldValue('code', typed)}
          isWrong={code !== '' && !isCode(code)}
        />
      )}
    </FormDialog>
  )
}

const fileName = 'extension-console-backup-codes.txt'

/** Backup codes, shown only once. Each code signs in once, without the authenticator. */
function BackupCodes({ codes }: { codes: readonly string[] }) {
  const t = useT()
  const text = `${codes.join('\n')}\n`
  return (
    <Alert title={t('account.codes.title')}>
      <Text mb="sm">{t('account.codes.text')}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mb="sm">
        {codes.map((code) => (
          <Code key={code}>{code}</Code>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <Button
          size="compact-xs"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => void copyText(t, text, t('account.codes.copied'))}
        >
          {t('account.codes.copy')}
        </Button>
        <Button
          size="compact-xs"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => saveFile(fileName, new Blob([text], { type: 'text/plain' }))}
        >
          {t('account.codes.save')}
        </Button>
      </Group>
    </Alert>
  )
}

/** Returns the secret in groups of four characters, for typing it in when the user cannot scan the code. */
const secretOf = (uri: string) =>
  (new URL(uri).searchParams.get('secret') ?? '').replaceAll(/(.{4})(?=.)/g, '$1 ')

/** Shows the secret for the app and the backup codes. A code from the app confirms the secret and turns the second factor on. */
function SecondFactorSetup({ setup, onCancel }: { setup: Setup; onCancel: () => void }) {
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
      return invalidate(client, accountQuery().queryKey, sessionQuery().queryKey)
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

type FactorAction = 'begin' | 'renew' | 'end'

/** Turns the second factor (codes from an authenticator app) on and off, and renews the backup codes. */
export function SecondFactorCard({ account }: { account: Account }) {
  const t = useT()
  const client = useQueryClient()
  const [action, setAction] = useState<FactorAction | null>(null)
  const close = () => setAction(null)
  const refresh = () => client.invalidateQueries({ queryKey: accountQuery().queryKey })
  const begin = useMutation({
    mutationFn: ({ password }: OwnProof) => call(beginSecondFactor, { body: { password } }),
    onSuccess: close,
  })
  const renew = useMutation({
    mutationFn: (body: OwnProof) => call(renewBackupCodes, { body }),
    onSuccess: () => {
      close()
      return refresh()
    },
  })
  const end = useMutation({
    mutationFn: (body: OwnProof) => call(endSecondFactor, { body }),
    onSuccess: () => {
      close()
      begin.reset()
      renew.reset()
      announce(t('account.factor.isOff'))
      return refresh()
    },
  })
  const mutations = { begin, renew, end }
  const openDialog = (action: FactorAction) => {
    mutations[action].reset()
    setAction(action)
  }
  const on = account.secondFactor
  return (
    <Panel
      title={t('account.factor')}
      actions={
        <StateBadge meaning={on ? 'done' : 'ended'}>
          {t(on ? 'account.factor.on' : 'account.factor.off')}
        </StateBadge>
      }
    >
      <Stack gap="sm">
        {on ? (
          <>
            <Text>{t('account.codes.left', { count: account.backupCodesLeft ?? 0 })}</Text>
            {renew.data !== undefined && <BackupCodes codes={renew.data.backupCodes} />}
            <Group>
              <Button onClick={() => openDialog('renew')}>{t('account.codes.renew')}</Button>
              <Button onClick={() => openDialog('end')}>{t('account.factor.end')}</Button>
            </Group>
          </>
        ) : begin.data === undefined ? (
          <>
            <Text>{t('account.factor.text')}</Text>
            <div>
              <Button variant="filled" onClick={() => openDialog('begin')}>
                {t('account.factor.begin')}
              </Button>
            </div>
          </>
        ) : (
          <SecondFactorSetup setup={begin.data} onCancel={begin.reset} />
        )}
      </Stack>
      {action !== null && (
        <PasswordDialog
          title={t(`account.factor.ask.${action}`)}
          text={t(`account.factor.ask.${action}.text`)}
          confirm={t(`account.factor.ask.${action}.confirm`)}
          danger={action === 'end'}
          sending={mutations[action]}
          isCodeNeeded={on}
          onConfirm={(proof, onError) => mutations[action].mutate(proof, { onError })}
          onClose={close}
        />
      )}
    </Panel>
  )
}
