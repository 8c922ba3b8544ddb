import { Button, Group, Text } from '@mantine/core'
import { useT } from '../i18n/Language.tsx'
import type { Loss } from '../lib/navigation-blocker.ts'
import { Dialog } from '../ui/form/FormDialog.tsx'

interface LeavePageDialogProps {
  /** `null` while there is no question. */
  loss: Loss | null
  onStay: () => void
  onLeave: () => void
}

/** Asks before the user loses something; staying has the focus. */
export function LeavePageDialog({ loss, onStay, onLeave }: LeavePageDialogProps) {
  const t = useT()
  if (loss === null) return null
  return (
    <Dialog onClose={onStay} title={t(`leave.${loss}.title`)}>
      <Text>{t(`leave.${loss}.text`)}</Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onLeave}>{t(`leave.${loss}.leave`)}</Button>
        <Button variant="filled" onClick={onStay} data-autofocus>
          {t(`leave.${loss}.stay`)}
        </Button>
      </Group>
    </Dialog>
  )
}
