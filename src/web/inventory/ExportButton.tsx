import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.css'
import { IconDownload } from '@tabler/icons-react'
import { useT } from '../i18n/Language.tsx'

interface ExportButtonProps {
  pending: boolean
  onExport: (bom: boolean) => void
}

/** The file comes for spreadsheets, or plain for programs. */
export function ExportButton({ pending, onExport }: ExportButtonProps) {
  const t = useT()
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={pending}>
          {t('inventory.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onExport(true)}>{t('inventory.export.bom')}</Menu.Item>
        <Menu.Item onClick={() => onExport(false)}>{t('inventory.export.plain')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
