import { ActionIcon, Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useT } from '../../i18n/Language.tsx'
import { ActionMenu } from '../../ui/layout/ActionMenu.tsx'
import type { ExportFormat } from './save-export.ts'
import { useExport, type Export } from './use-export.ts'

interface ExportButtonProps extends Export, Pick<ButtonProps, 'size' | 'disabled'> {
  /** "Export" by default. */
  label?: string
  /** Renders only an icon, for use beside other icon buttons. */
  isIcon?: boolean
  formats?: readonly ExportFormat[]
  /** Adds JSON to the menu. */
  onJson?: () => void
}

/** Saves a list as a file: a workbook or CSV. */
export function ExportButton(props: ExportButtonProps) {
  const { name, csv, tooMany, total, label, isIcon, formats = ['xlsx', 'csv'], onJson, ...button } = props
  const t = useT()
  const { mutate, isPending } = useExport({ name, csv, tooMany, total })
  const text = label ?? t('action.export')
  const icon = <IconDownload size={button.size === 'compact-sm' ? 14 : 16} aria-hidden />
  const entries = formats.map((format) => ({
    id: format,
    label: t(`export.${format}`),
    onChoose: () => mutate(format),
  }))
  const [only, ...others] = entries
  const opener = isIcon ? (
    <ActionIcon variant="default" aria-label={text} title={text} loading={isPending} {...button} size={36}>
      {icon}
    </ActionIcon>
  ) : (
    <Button
      leftSection={icon}
      loading={isPending}
      {...button}
      {...(others.length === 0 && { onClick: only?.onChoose })}
    >
      {text}
    </Button>
  )
  if (others.length === 0) return opener
  return (
    <ActionMenu
      position="bottom-end"
      button={opener}
      entries={[
        ...entries,
        ...(onJson === undefined ? [] : [{ id: 'json', label: t('export.json'), onChoose: onJson }]),
      ]}
    />
  )
}
