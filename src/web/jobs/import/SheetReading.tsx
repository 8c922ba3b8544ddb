import { Group, Stack } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'
import { NativeSelect } from '../../ui/form/NativeSelect.tsx'
import { encodings } from '../../spreadsheet/encoding.ts'
import { delimiters, type Delimiter, type Sheet } from '../../spreadsheet/sheet.ts'
import { ColumnChooser } from '../../spreadsheet/ColumnChooser.tsx'
import { HeaderChooser } from '../../spreadsheet/SpreadsheetStatus.tsx'
import type { SpreadsheetState } from '../../spreadsheet/use-spreadsheet.ts'
import type { ExtensionField } from './extension-kind.ts'

interface SheetReadingProps {
  sheet: Sheet
  reading: SpreadsheetState<ExtensionField>
}

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const satisfies Record<
  Delimiter,
  string
>

/** Shows how the sheet is read, and lets the user correct it. */
export function SheetReading({ sheet, reading }: SheetReadingProps) {
  const t = useT()
  return (
    <Stack gap="sm">
      <Group gap="md" align="flex-end">
        {sheet.encoding !== null && (
          <NativeSelect
            label={t('import.encoding')}
            value={sheet.encoding}
            data={encodings.map((value) => ({ value, label: t(`import.encoding.${value}`) }))}
            onChange={(event) =>
              void reading.readAgain({
                encoding: encodings.find((each) => each === event.currentTarget.value),
                delimiter: sheet.delimiter ?? undefined,
              })
            }
          />
        )}
        {sheet.delimiter !== null && (
          <NativeSelect
            label={t('import.delimiter')}
            value={sheet.delimiter}
            data={delimiters.map((value) => ({
              value,
              label: t(`import.delimiter.${delimiterNames[value]}`),
            }))}
            onChange={(event) =>
              void reading.readAgain({
                encoding: sheet.encoding ?? undefined,
                delimiter: delimiters.find((each) => each === event.currentTarget.value),
              })
            }
          />
        )}
        <HeaderChooser state={reading} />
      </Group>
      <ColumnChooser
        state={reading}
        label={(field) => t(`import.field.${field}`)}
        missing={t('import.columns.ext')}
      />
    </Stack>
  )
}
