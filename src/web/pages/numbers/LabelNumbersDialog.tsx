import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { maxLabels } from '#contract/labels.ts'
import { areLabels, LabelInput } from '../../entities/label/LabelInput.tsx'
import { labelNumbersMutation } from '../../entities/label/queries.ts'
import { useT } from '../../i18n/Language.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'

interface Values {
  add: string[]
  remove: string[]
}

interface LabelNumbersDialogProps {
  count: number
  /** Returns the selected numbers; called when the dialog is sent. */
  numbers: () => Promise<string[]>
  onClose: () => void
}

/** Adds labels to the selected numbers and removes other labels. */
export function LabelNumbersDialog({ count, numbers, onClose }: LabelNumbersDialogProps) {
  const t = useT()
  const form = useForm<Values>({
    initialValues: { add: [], remove: [] },
    validate: { add: (labels) => !areLabels(labels), remove: (labels) => !areLabels(labels) },
  })
  const { add, remove } = form.values
  const [typing, setTyping] = useState('')
  const { mutateAsync } = useMutation(labelNumbersMutation())
  const labeling = useMutation({
    mutationFn: async (values: Values) => mutateAsync({ numbers: await numbers(), ...values }),
    onSuccess: ({ changed, full }) => {
      const done = t('labels.numbers.done', { count: changed })
      const isAll = full.length === 0
      const message = isAll
        ? done
        : done +
          t('sentence.following', {
            text: t('labels.numbers.full', { count: full.length, most: maxLabels }),
          })
      toast({ id: 'labels', tone: isAll ? 'success' : 'info', message })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('labels.numbers.title', { count })}
      submit={t('action.save')}
      onSubmit={form.onSubmit((values) => labeling.mutate(values))}
      onClose={onClose}
      isDirty={form.isDirty() || typing !== ''}
      sending={labeling}
      isReady={add.length + remove.length > 0 && form.isValid()}
    >
      <Text>{t('labels.numbers.text')}</Text>
      <LabelInput
        kind="extension"
        label={t('labels.add')}
        value={add}
        onChange={(labels) => form.setFieldValue('add', labels)}
        onSearchChange={setTyping}
        data-autofocus
      />
      <LabelInput
        kind="extension"
        label={t('labels.remove')}
        value={remove}
        onChange={(labels) => form.setFieldValue('remove', labels)}
        onSearchChange={setTyping}
      />
    </FormDialog>
  )
}
