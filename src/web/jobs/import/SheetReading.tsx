import { Group, SimpleGrid, Stack } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'
import { NativeSelect } from '../../ui/form/NativeSelect.tsx'
import { encodings } from '../../lib/encoding.ts'
import { delimiters, type Delimiter, type Sheet } from '../../shared/spreadsheet/sheet.ts'
import { HeaderChooser } from '../../shared/spreadsheet/SpreadsheetStatus.tsx'
import type { SpreadsheetState } from '../../shared/spreadsheet/use-spreadsheet.ts'
import { agentTypes, fields, type Field, type Mapping } from './fields.ts'
import classes from './SheetReading.module.css'

interface SheetReadingProps {
  sheet: Sheet
  header: readonly string[] | null
  mapping: Mapping
  reading: SpreadsheetState
  onMapping: (mapping: Mapping) => void
}

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const satisfies Record<
  Delimiter,
  string
>

/** Returns a column's letter as in spreadsheet programs: A to Z, then AA. */
function letterOf(column: number): string {
  const last = String.fromCodePoint(65 + (column % 26))
  return column < 26 ? last : letterOf(Math.floor(column / 26) - 1) + last
}

/** Shows the guessed header and mapping, and lets the user correct them. */
export function SheetReading(props: SheetReadingProps) {
  const { sheet, header, mapping, reading, onMapping } = props
  const t = useT()
  const width = sheet.rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const columns = Array.from({ length: width }, (_, column) => ({
    value: String(column),
    // Without a header, show the letter only: a sample cell could be a password.
    label: header?.[column]?.trim() || t('import.column', { letter: letterOf(column) }),
  }))
  const choose = (field: Field, value: string) => {
    const column = value === '' ? null : Number(value)
    const freed = fields.filter((other) => column !== null && mapping.columns[other] === column)
    const without = Object.fromEntries(freed.map((other) => [other, null]))
    onMapping({ ...mapping, columns: { ...mapping.columns, ...without, [field]: column } })
  }
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
      <fieldset className={classes.columns}>
        <legend>{t('import.columns')}</legend>
        <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="sm" verticalSpacing="sm">
          {fields.map((field) => (
            <NativeSelect
              key={field}
              label={t(`import.field.${field}`)}
              required={field === 'ext'}
              value={mapping.columns[field] ?? ''}
              data={[{ value: '', label: t('import.column.none') }, ...columns]}
              error={field === 'ext' && mapping.columns.ext === null ? t('import.columns.ext') : undefined}
              onChange={(event) => choose(field, event.currentTarget.value)}
            />
          ))}
          {mapping.columns.agentID !== null && (
            <NativeSelect
              label={t('import.agentType')}
              value={mapping.agentType}
              data={agentTypes.map((value) => ({ value, label: t(`import.agentType.${value}`) }))}
              onChange={(event) =>
                onMapping({ ...mapping, agentType: event.currentTarget.value === '0' ? '0' : '1' })
              }
            />
          )}
        </SimpleGrid>
      </fieldset>
    </Stack>
  )
}
