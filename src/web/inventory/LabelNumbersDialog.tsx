import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { mostLabels } from '#contract/labels.ts'
import { useT } from '../i18n/Language.tsx'
import { areLabels, LabelInput } from '../shared/labels/LabelInput.tsx'
import { labelNumbersMutation } from '../shared/labels/queries.ts'
import { toast } from '../ui/feedback/toast.ts'
import { FormDialog } from '../ui/form/FormDialog.tsx'

interface LabelNumbersDialogProps {
  count: number
  chosen: () => Promise<string[]>
  onClose: () => void
}

/** Adds labels to the selected numbers and removes others. */
export function LabelNumbersDialog({ count, chosen, onClose }: LabelNumbersDialogProps) {
  const t = useT()
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const { mutateAsync } = useMutation(labelNumbersMutation())
  const labeling = useMutation({
    mutationFn: async () => mutateAsync({ numbers: await chosen(), add, remove }),
    onSuccess: ({ changed, full }) => {
      const texts = [
        t('labels.numbers.done', { count: changed }),
        ...(full.length === 0 ? [] : [t('labels.numbers.full', { count: full.length, most: mostLabels })]),
      ]
      void toast({ id: 'labels', tone: full.length === 0 ? 'success' : 'info', message: texts.join(' ') })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('labels.numbers.title', { count })}
      submit={t('labels.save')}
      onSubmit={() => labeling.mutate()}
      onClose={onClose}
      pending={labeling.isPending}
      error={labeling.error}
      isReady={add.length + remove.length > 0 && areLabels(add) && areLabels(remove)}
    >
      <Text size="sm">{t('labels.numbers.text')}</Text>
      <LabelInput kind="extension" label={t('labels.add')} value={add} onChange={setAdd} data-autofocus />
      <LabelInput kind="extension" label={t('labels.remove')} value={remove} onChange={setRemove} />
    </FormDialog>
  )
}
