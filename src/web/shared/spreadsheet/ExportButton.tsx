import { Button, Menu, type ButtonProps } from '@mantine/core'
import '@mantine/core/styles/Menu.css'
import { IconDownload } from '@tabler/icons-react'
import '../../lib/feature-styles.ts'
import { useT } from '../../i18n/Language.tsx'
import type { ExportFormat } from './save-export.ts'

interface ExportButtonProps extends Pick<ButtonProps, 'size' | 'disabled'> {
  /** "Export" where it is left out. */
  label?: string
  pending: boolean
  formats?: readonly ExportFormat[]
  onExport: (format: ExportFormat) => void
  /** Offers JSON too. */
  onJson?: () => void
  /** Opened already: the button is drawn because it was pressed. */
  defaultOpened?: boolean
}

/** Saves a list as a file: as a workbook or as CSV. */
export function ExportButton(props: ExportButtonProps) {
  const { label, pending, formats = ['xlsx', 'csv'], onExport, onJson, defaultOpened, ...button } = props
  const t = useT()
  return (
    <Menu position="bottom-end" shadow="md" {...(defaultOpened === true ? { defaultOpened } : {})}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={button.size === 'compact-sm' ? 14 : 16} aria-hidden />}
          loading={pending}
          {...button}
        >
          {label ?? t('action.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => onExport(format)}>
            {t(`export.${format}`)}
          </Menu.Item>
        ))}
        {onJson !== undefined && <Menu.Item onClick={onJson}>{t('export.json')}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
