import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { jobCredentials, maxCards, printCredentials, type Phone } from '#contract/job-credentials.ts'
import type { Job } from '#contract/jobs.ts'
import { generatePassword } from '../../../entities/creation/password.ts'
import { useT } from '../../../i18n/Language.tsx'
import { usePermission } from '../../../entities/session/SessionContext.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { openDialog } from '../../../ui/form/dialogs.tsx'
import { ConfirmDialog, FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useFailureToast } from '../../../ui/feedback/toast.ts'
import { hasPasswords, PasswordState, Retrieval } from '../../../entities/job/PasswordState.tsx'
import { jobQuery } from '../../../entities/job/queries.ts'
import { call, callForFile } from '../../../api/call.ts'
import { useJobCommand } from './JobActions.tsx'
import { neutralColor } from '../../../ui/text/meaning.ts'
import { useUnsavedChanges } from '../../../lib/navigation-blocker.ts'
import { saveFile } from '../../../lib/save-file.ts'

const newPassphrase = () => `${generatePassword()}${generatePassword().slice(0, 4)}`

interface CredentialsDialogProps {
  job: Job
  passphrase: string
  onFetched: () => void
  onClose: () => void
}

function CredentialsDialog({ job, passphrase, onFetched, onClose }: CredentialsDialogProps) {
  const t = useT()
  const client = useQueryClient()
  const download = useMutation({
    mutationFn: async () => {
      const { id, name, credentials } = job
      const action = t('credentials.action', { count: credentials.offered, job: name })
      const file = await callForFile(jobCredentials, { params: { id }, body: { passphrase }, action })
      saveFile(`credentials-${id.slice(0, 8)}.zip`, file)
    },
    onSuccess: onFetched,
    onSettled: () => client.invalidateQueries({ queryKey: jobQuery(job.id).queryKey }),
  })
  const [isCopied, setCopied] = useState(false)
  useUnsavedChanges(download.isSuccess && !isCopied, 'once')
  const content = (
    <>
      <Text>{t('credentials.text')}</Text>
      <div>
        <Text fw={600}>{t('credentials.passphrase')}</Text>
        <Group gap="sm" wrap="nowrap">
          <Code fz="md">{passphrase}</Code>
          <CopyButton
            value={passphrase}
            label={t('credentials.passphrase.copy')}
            onCopied={() => setCopied(true)}
          />
        </Group>
        <Text c="dimmed">{t('credentials.passphrase.text')}</Text>
      </div>
    </>
  )
  return (
    <FormDialog
      title={t('credentials.title')}
      submit={t('credentials.fetch')}
      cancel={t('action.close')}
      onSubmit={() => download.mutate()}
      onClose={onClose}
      sending={download}
      // Only this dialog shows the passphrase of the downloaded file.
      isShownOnce
      result={
        download.isSuccess ? (
          <>
            {content}
            <Text component="output">{t('credentials.fetched')}</Text>
          </>
        ) : undefined
      }
    >
      {content}
    </FormDialog>
  )
}

/** Asks before the passwords are deleted, because the user has them. */
function ConfirmButton({ job: { id, counts } }: { job: Job }) {
  const t = useT()
  const { command, pending } = useJobCommand(id)
  const unsent = counts.failed + counts.needsReview
  const ask = () =>
    openDialog((close) => (
      <ConfirmDialog
        title={t('credentials.confirm.title')}
        text={`${t('credentials.confirm.text')} ${unsent === 0 ? '' : t('credentials.confirm.unsent', { count: unsent })}`}
        confirm={t('credentials.confirm.submit')}
        danger
        onConfirm={() => command({ command: 'confirm' })}
        onClose={close}
      />
    ))
  return (
    <Button size="compact-sm" loading={pending} onClick={ask}>
      {t('credentials.confirm')}
    </Button>
  )
}

interface PrintButtonProps {
  job: Job
  onPrint: (phones: readonly Phone[]) => void
  /** Call after an attempt. */
  onSettled: () => Promise<void>
}

/** Reads the passwords for the welcome sheets. The mutation forgets them as soon as the page has them. */
function PrintButton({ job: { id, name }, onPrint, onSettled }: PrintButtonProps) {
  const t = useT()
  const onError = useFailureToast()
  const { mutate, reset, isPending } = useMutation({
    mutationFn: () =>
      call(printCredentials, { params: { id }, action: t('credentials.print.action', { job: name }) }),
    onSettled,
  })
  const print = () =>
    mutate(undefined, {
      onSuccess: ({ items }) => {
        reset()
        onPrint(items)
      },
      onError,
    })
  return (
    <Button size="compact-sm" loading={isPending} onClick={print}>
      {t('credentials.print')}
    </Button>
  )
}

interface CredentialsCardProps {
  job: Job
  /** Receives the passwords to print. */
  onPrint: (phones: readonly Phone[]) => void
}

/** Shows that generated passwords wait, who fetched them, or that they were deleted. Offers them until then, as often as needed. */
export function CredentialsCard({ job, onPrint }: CredentialsCardProps) {
  const t = useT()
  const canRun = usePermission('job.run')
  const client = useQueryClient()
  // Kept when the dialog closes and reopens, because the user may have copied it already.
  const [passphrase, setPassphrase] = useState(newPassphrase)
  const refresh = () => client.invalidateQueries({ queryKey: jobQuery(job.id).queryKey })
  const begin = () =>
    openDialog((close) => (
      <CredentialsDialog
        job={job}
        passphrase={passphrase}
        onFetched={() => setPassphrase(newPassphrase())}
        onClose={close}
      />
    ))
  const { credentials } = job
  const { offered, retrievals } = credentials
  const canFetch = canRun && offered > 0
  return (
    hasPasswords(credentials) && (
      <Alert
        color={neutralColor}
        mb="md"
        icon={<IconKey size={18} aria-hidden />}
        title={<PasswordState credentials={credentials} />}
      >
        <Stack gap="sm">
          {retrievals.length > 0 && (
            <div>
              {retrievals.map((retrieval) => (
                <Text component="div" key={`${retrieval.at} ${retrieval.how}`}>
                  <Retrieval {...retrieval} />
                </Text>
              ))}
            </div>
          )}
          {canFetch && (
            <>
              <Text>
                {t('credentials.again')}
                {offered > maxCards && ` ${t('credentials.print.none', { most: maxCards })}`}
              </Text>
              <Group gap="sm">
                <Button variant="filled" size="compact-sm" onClick={begin}>
                  {t('credentials.open')}
                </Button>
                {offered <= maxCards && <PrintButton job={job} onPrint={onPrint} onSettled={refresh} />}
                {job.state === 'ended' && <ConfirmButton job={job} />}
              </Group>
            </>
          )}
        </Stack>
      </Alert>
    )
  )
}
