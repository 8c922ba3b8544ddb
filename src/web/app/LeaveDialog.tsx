import { Button, Group, Text } from '@mantine/core'
import '../lib/feature-styles.ts'
import { useT } from '../i18n/Language.tsx'
import { Dialog } from '../ui/form/FormDialog.tsx'

/** Asks before the user loses unsaved work; staying has the focus. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const t = useT()
  return (
    <Dialog onClose={onStay} title={t('leave.title')}>
      <Text size="sm">{t('leave.text')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onLeave}>
          {t('leave.leave')}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {t('leave.stay')}
        </Button>
      </Group>
    </Dialog>
  )
}
