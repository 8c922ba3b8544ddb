import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { type Job, jobCredentials } from '#contract/jobs.ts'
import { generatePassword } from '../../shared/creation/password.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { usePermission } from '../../shared/session/SessionContext.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Time } from '../../ui/Time.tsx'
import { jobQuery } from '../queries.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { callForFile } from '../../api/call.ts'
import { saveFile } from '../../ui/save-file.ts'

/** Fetches the encrypted file and hands it to the browser to save. Throws `ApiError`. */
async function fetchCredentials(id: string, passphrase: string): Promise<void> {
  const file = await callForFile(jobCredentials, { params: { id }, body: { passphrase } })
  saveFile(`credentials-${id.slice(0, 8)}.zip`, file)
}

const newPassphrase = () => `${generatePassword()}${generatePassword().slice(0, 4)}`

interface RevealFormProps {
  count: number
  passphrase: string
  fetching: UseMutationResult<void, Error, void>
  close: () => void
}

function RevealForm({ count, passphrase, fetching, close }: RevealFormProps) {
  const t = useT()
  return (
    <Stack gap="md">
      <Text size="sm">{t('credentials.text', { count })}</Text>
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
      {fetching.error !== null && <ErrorAlert error={fetching.error} />}
      {fetching.isSuccess && (
        <Text size="sm" component="output">
          {t('credentials.fetched')}
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={close} disabled={fetching.isPending}>
          {t('action.close')}
        </Button>
        {!fetching.isSuccess && (
          <Button loading={fetching.isPending} onClick={() => fetching.mutate()}>
            {t('credentials.fetch')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/** Offers the passwords that the console has made, once, as an encrypted file. */
export function CredentialsCard({ job }: { job: Job }) {
  const t = useT()
  const mayRun = usePermission('job.run')
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  // Kept while the dialog is closed and opened again: it may have been copied already.
  const [passphrase, setPassphrase] = useState(newPassphrase)
  const fetching = useMutation({
    mutationFn: () => fetchCredentials(job.id, passphrase),
    onSettled: () => client.invalidateQueries({ queryKey: jobQuery(job.id).queryKey }),
  })
  // The file opens by what the dialog alone shows, and cannot be had again: it does not go by a slip.
  const closable = !fetching.isPending && !fetching.isSuccess
  const begin = () => {
    if (fetching.isSuccess) {
      fetching.reset()
      setPassphrase(newPassphrase())
    }
    setOpen(true)
  }
  const { until } = job.credentials
  // While rows are still being created a file would hold only some of the passwords, and the next one the others.
  const offered = job.state === 'paused' || job.state === 'ended' ? job.credentials.offered : 0
  if (!mayRun || (offered === 0 && !open)) return null
  return (
    <>
      {offered > 0 && (
        <Alert
          variant="outline"
          color="indigo"
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
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={t('credentials.title')}
        closeOnClickOutside={closable}
        closeOnEscape={closable}
        withCloseButton={closable}
        closeButtonProps={{ 'aria-label': t('action.close') }}
      >
        <RevealForm
          count={job.credentials.offered}
          passphrase={passphrase}
          fetching={fetching}
          close={() => setOpen(false)}
        />
      </Modal>
    </>
  )
}
