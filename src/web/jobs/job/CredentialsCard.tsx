import { Alert, Button, Code, Group, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { type Job, jobCredentials, maxCards } from '#contract/jobs.ts'
import type { UiLanguage } from '#contract/text.ts'
import { generatePassword } from '../../shared/creation/password.ts'
import { useLanguage, useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { usePermission } from '../../shared/session/SessionContext.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { Time } from '../../ui/Time.tsx'
import { jobQuery } from '../queries.ts'
import { callForFile } from '../../api/call.ts'
import { saveFile } from '../../ui/save-file.ts'

/** Downloads the encrypted file and saves it. Throws `ApiError`. */
async function fetchCredentials(
  id: string,
  body: { passphrase: string; language: UiLanguage },
  action: string,
): Promise<void> {
  const file = await callForFile(jobCredentials, { params: { id }, body, action })
  saveFile(`credentials-${id.slice(0, 8)}.zip`, file)
}

const newPassphrase = () => `${generatePassword()}${generatePassword().slice(0, 4)}`

interface CredentialsDialogProps {
  count: number
  passphrase: string
  download: UseMutationResult<void, Error, void>
  onClose: () => void
}

function CredentialsDialog({ count, passphrase, download, onClose }: CredentialsDialogProps) {
  const t = useT()
  const { isSuccess, isPending, error } = download
  return (
    <FormDialog
      title={t('credentials.title')}
      submit={isSuccess ? null : t('credentials.fetch')}
      cancel={t('action.close')}
      onSubmit={() => download.mutate()}
      onClose={onClose}
      isDirty={false}
      pending={isPending}
      error={error}
      // Only this dialog shows the passphrase, and the file can be downloaded once, so do not close the dialog by accident.
      closeOnEscape={!isPending && !isSuccess}
      keepWhilePending
    >
      <Text size="sm">{t('credentials.text', { count })}</Text>
      <Text size="sm">
        {t(count <= maxCards ? 'credentials.sheet' : 'credentials.sheet.none', { most: maxCards })}
      </Text>
      <div>
        <Text size="sm" fw={600}>
          {t('credentials.passphrase')}
        </Text>
        <Group gap="sm" wrap="nowrap">
          <Code fz="md">{passphrase}</Code>
          <CopyButton value={passphrase} label={t('credentials.passphrase.copy')} />
        </Group>
        <Text size="sm" c="dimmed">
          {t('credentials.passphrase.text')}
        </Text>
      </div>
      {isSuccess && (
        <Text size="sm" component="output">
          {t('credentials.fetched')}
        </Text>
      )}
    </FormDialog>
  )
}

/** Offers the generated passwords once, as an encrypted file. */
export function CredentialsCard({ job }: { job: Job }) {
  const t = useT()
  const { language } = useLanguage()
  const canRun = usePermission('job.run')
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  // Kept when the dialog closes and reopens, because the user may have copied it already.
  const [passphrase, setPassphrase] = useState(newPassphrase)
  const download = useMutation({
    mutationFn: () =>
      fetchCredentials(
        job.id,
        { passphrase, language },
        t('credentials.action', { count: job.credentials.offered, job: job.name }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: jobQuery(job.id).queryKey }),
  })
  const begin = () => {
    if (download.isSuccess) {
      download.reset()
      setPassphrase(newPassphrase())
    }
    setOpen(true)
  }
  const { until } = job.credentials
  // Wait until no more rows are created; an earlier file would hold only some of the passwords.
  const offered = job.state === 'paused' || job.state === 'ended' ? job.credentials.offered : 0
  if (!canRun || (offered === 0 && !open)) return null
  return (
    <>
      {offered > 0 && (
        <Alert
          mb="md"
          icon={<IconKey size={18} aria-hidden />}
          title={t('credentials.offered', { count: offered })}
        >
          <Group gap="sm">
            <Button size="compact-sm" onClick={begin}>
              {t('credentials.open')}
            </Button>
            {until !== null && (
              <Text size="sm" component="div">
                <Message of="credentials.until" values={{ time: <Time value={until} /> }} />
              </Text>
            )}
          </Group>
        </Alert>
      )}
      {open && (
        <CredentialsDialog
          count={job.credentials.offered}
          passphrase={passphrase}
          download={download}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
