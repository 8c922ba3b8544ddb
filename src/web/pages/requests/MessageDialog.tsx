import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../i18n/Language.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { copyText } from '../../ui/text/copy-text.ts'
import { requestMessage } from './message.ts'
import { pendingAmongQuery } from './queries.ts'

/** Shows requests as a message for the people who manage the phone platform, to copy. Leaves out requests that are closed by now. */
export function MessageDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const { t, language } = useLanguage()
  const { data, isPending, error } = useQuery(pendingAmongQuery(ids))
  const count = data?.length ?? 0
  const text = requestMessage(t, language, data ?? [])
  const copy = async () => {
    if (await copyText(t, text, t('requests.copied', { count }))) onClose()
  }
  return (
    <FormDialog
      title={t('requests.message', { count })}
      size="lg"
      submit={t('action.copy')}
      onSubmit={() => void copy()}
      onClose={onClose}
      isDirty={false}
      isReady={count > 0}
      pending={isPending}
      error={error}
    >
      <Textarea
        label={t('requests.message.text')}
        value={text}
        readOnly
        autosize
        minRows={6}
        maxRows={16}
        data-autofocus
      />
    </FormDialog>
  )
}
