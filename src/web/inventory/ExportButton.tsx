import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useT } from '../i18n/Language.tsx'
import { ActionMenu } from '../ui/ActionMenu.tsx'

interface ExportButtonProps {
  pending: boolean
  onExport: (bom: boolean) => void
}

/** The file comes for spreadsheets, or plain for programs. */
export function ExportButton({ pending, onExport }: ExportButtonProps) {
  const t = useT()
  return (
    <ActionMenu
      position="bottom-end"
      button={
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={pending}>
          {t('inventory.export')}
        </Button>
      }
      entries={[
        { id: 'bom', label: t('inventory.export.bom'), onChoose: () => onExport(true) },
        { id: 'plain', label: t('inventory.export.plain'), onChoose: () => onExport(false) },
      ]}
    />
  )
}
