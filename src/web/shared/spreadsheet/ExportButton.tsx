import { ActionIcon, Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import type { ExportFormat } from './save-export.ts'
import { useExport, type Export } from './use-export.ts'

interface ExportButtonProps extends Export, Pick<ButtonProps, 'size' | 'disabled'> {
  /** "Export" where it is left out. */
  label?: string
  /** Drawn without words, beside others like it. */
  isIcon?: boolean
  formats?: readonly ExportFormat[]
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
  const { name, csv, tooMany, label, isIcon = false, formats = ['xlsx', 'csv'], onJson, ...button } = props
  const t = useT()
  const { mutate, isPending } = useExport({ name, csv, ...(tooMany === undefined ? {} : { tooMany }) })
  const text = label ?? t('action.export')
  const icon = <IconDownload size={button.size === 'compact-sm' ? 14 : 16} aria-hidden />
  return (
    <ActionMenu
      position="bottom-end"
      button={
        isIcon ? (
          <ActionIcon
            variant="default"
            aria-label={text}
            title={text}
            loading={isPending}
            {...button}
            size={36}
          >
            {icon}
          </ActionIcon>
        ) : (
          <Button variant="default" leftSection={icon} loading={isPending} {...button}>
            {text}
          </Button>
        )
      }
      entries={[
        ...exportEntries(t, formats, mutate),
        ...(onJson === undefined ? [] : [{ id: 'json', label: t('export.json'), onChoose: onJson }]),
      ]}
    />
  )
}
