import { Button, Group, Stack, Text, Code, TextInput, Title, Alert, SimpleGrid } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
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
import { accountQuery } from './queries.ts'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { useForm, schemaResolver } from '@mantine/form'
import { readId } from '../../lib/typed.ts'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { QrCode } from '../../ui/text/QrCode.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { copyText } from '../../ui/text/CopyButton.tsx'
import { useUnsavedChanges } from '../../lib/navigation-blocker.ts'
import { saveFile } from '../../lib/save-file.ts'

const fileName = 'extension-console-backup-codes.txt'

interface BackupCodesProps {
  codes: readonly string[]
  isSaved: boolean
  onSaved: () => void
}

/** Backup codes, shown only once: leaving asks, until they are copied or saved. Each code signs in once, without the authenticator. */
function BackupCodes({ codes, isSaved, onSaved }: BackupCodesProps) {
  const t = useT()
  useUnsavedChanges(!isSaved, 'once')
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
          onClick={() => {
            void copyText(t, text, t('account.codes.copied')).then((isCopied) => isCopied && onSaved())
          }}
        >
          {t('account.codes.copy')}
        </Button>
        <Button
          size="compact-xs"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => {
            saveFile(fileName, new Blob([text], { type: 'text/plain' }))
            onSaved()
          }}
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
function SecondFactorSetup({
  setup,
  codes,
  onCancel,
}: {
  setup: Setup
  codes: ReactNode
  onCancel: () => void
}) {
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
      return invalidate(client, '/api/account', '/api/session')
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
      {codes}
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

interface ConfirmChangeDialogProps {
  change: 'renew' | 'end'
  send: () => Promise<void>
  onClose: () => void
}

/** Asks before the backup codes are renewed, or the second factor ends. */
function ConfirmChangeDialog({ change, send, onClose }: ConfirmChangeDialogProps) {
  const t = useT()
  const sending = useMutation({ mutationFn: send, onSuccess: onClose })
  return (
    <FormDialog
      title={t(`account.factor.ask.${change}`)}
      submit={t(`account.factor.ask.${change}.confirm`)}
      danger={change === 'end'}
      sending={sending}
      autoFocusSubmit
      onSubmit={() => sending.mutate()}
      onClose={onClose}
    >
      <Text>{t(`account.factor.ask.${change}.text`)}</Text>
    </FormDialog>
  )
}

/** Turns the second factor (codes from an authenticator app) on and off, and renews the backup codes. */
export function SecondFactorCard({ account }: { account: Account }) {
  const t = useT()
  const client = useQueryClient()
  const [renewed, setRenewed] = useState<readonly string[] | null>(null)
  const [saved, setSaved] = useState<readonly string[] | null>(null)
  const refresh = () => client.invalidateQueries({ queryKey: accountQuery().queryKey })
  const begin = useMutation({
    mutationFn: () => call(beginSecondFactor, { action: t('account.factor.ask.begin') }),
  })
  const sends = {
    renew: async () => {
      const { backupCodes } = await call(renewBackupCodes, { action: t('account.factor.ask.renew') })
      setRenewed(backupCodes)
      await refresh()
    },
    end: async () => {
      await call(endSecondFactor, { action: t('account.factor.ask.end') })
      begin.reset()
      setRenewed(null)
      announce(t('account.factor.isOff'))
      await refresh()
    },
  }
  const ask = (change: 'renew' | 'end') =>
    openDialog((close) => <ConfirmChangeDialog change={change} send={sends[change]} onClose={close} />)
  const on = account.secondFactor
  // The first codes stay in view once the factor is on: without them, the question about them could not be answered.
  const codes = renewed ?? begin.data?.backupCodes
  const codeList = codes && (
    <BackupCodes codes={codes} isSaved={saved === codes} onSaved={() => setSaved(codes)} />
  )
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
            {codeList}
            <Group>
              <Button onClick={() => ask('renew')}>{t('account.codes.renew')}</Button>
              <Button onClick={() => ask('end')}>{t('account.factor.end')}</Button>
            </Group>
          </>
        ) : begin.data === undefined ? (
          <>
            <Text>{t('account.factor.text')}</Text>
            <ErrorAlert error={begin.error} />
            <div>
              <Button variant="filled" loading={begin.isPending} onClick={() => begin.mutate()}>
                {t('account.factor.begin')}
              </Button>
            </div>
          </>
        ) : (
          <SecondFactorSetup setup={begin.data} codes={codeList} onCancel={begin.reset} />
        )}
      </Stack>
    </Panel>
  )
}
