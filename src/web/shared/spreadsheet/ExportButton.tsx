import { ActionIcon, Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import type { ExportFormat } from './save-export.ts'

interface ExportButtonProps extends Pick<ButtonProps, 'size' | 'disabled'> {
  /** "Export" where it is left out. */
  label?: string
  /** Drawn without words, beside others like it. */
  isIcon?: boolean
  pending: boolean
  formats?: readonly ExportFormat[]
  onExport: (format: ExportFormat) => void
  /** Offers JSON too. */
  onJson?: () => void
}

/** The formats as entries of a menu. */
export const exportEntries = (
  t: Translate,
  formats: readonly ExportFormat[],
  onExport: (format: ExportFormat) => void,
) => formats.map((format) => ({ id: format, label: t(`export.${format}`), onChoose: () => onExport(format) }))

/** Saves a list as a file: as a workbook or as CSV. */
export function ExportButton(props: ExportButtonProps) {
  const { label, isIcon = false, pending, formats = ['xlsx', 'csv'], onExport, onJson, ...button } = props
  const t = useT()
  const name = label ?? t('action.export')
  const icon = <IconDownload size={button.size === 'compact-sm' ? 14 : 16} aria-hidden />
  return (
    <ActionMenu
      position="bottom-end"
      button={
        isIcon ? (
          <ActionIcon
            variant="default"
            aria-label={name}
            title={name}
            loading={pending}
            {...button}
            size={36}
          >
            {icon}
          </ActionIcon>
        ) : (
          <Button variant="default" leftSection={icon} loading={pending} {...button}>
            {name}
          </Button>
        )
      }
      entries={[
        ...exportEntries(t, formats, onExport),
        ...(onJson === undefined ? [] : [{ id: 'json', label: t('export.json'), onChoose: onJson }]),
      ]}
    />
  )
}
