import { Anchor, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useT } from '../i18n/Language.tsx'
import { hasInvisible, invisibleIn, readCell, readNumber } from '../lib/typed.ts'
import { textColorOf } from '../ui/text/meaning.ts'
import { looksSecret, meantBy, misnamed, valuesOf, widthOf, type ImportKind, type Mapped } from './columns.ts'
import { lettersOf } from './sheet.ts'
import classes from './ColumnChooser.module.css'
import type { SpreadsheetState } from './use-spreadsheet.ts'

const sampleCount = 3

/** Shows every column of the sheet with its first values, and what it is used as. The user decides what is missing or in doubt. */
export function ColumnChooser<Field extends string>({ state }: { state: SpreadsheetState<Field> }) {
  const t = useT()
  const { table, kind, choose, leaveOthers } = state
  const caption = (field: Field) => kind.caption(t, field)
  const [toggled, setToggled] = useState<{ header: Mapped<Field>['header']; isOpen: boolean } | null>(null)
  const facts = useMemo(() => (table === null ? [] : factsOf(kind, table)), [kind, table])
  if (table === null || table.sheet.total === 0) return null
  const { header, columns, doubts, isReady, isRemembered } = table
  const fieldOf = (column: number) => kind.fields.find((field) => columns.get(field) === column) ?? null
  const nameOf = (column: number) =>
    header?.[column]?.trim() || t('columns.letter', { letter: lettersOf(column) })
  const isOpen = !isReady || (toggled?.header === header ? toggled.isOpen : !isRemembered)
  const asField = { password: kind.password, number: kind.number }
  const decide = (column: number, text: string, field: Field | null) => (
    <Anchor key={text} component="button" type="button" size="xs" onClick={() => choose(column, field)}>
      {text}
    </Anchor>
  )
  /** A column that its name means and its values don't, such as the languages of people: it is left out, and says so. */
  const leftOutOf = (column: number) => {
    const field = fieldOf(column) === null ? misnamed(kind, table, column) : undefined
    if (field === undefined) return null
    return (
      <Group gap={4} style={{ columnGap: '0.75rem' }}>
        <Text size="xs" c="dimmed">
          {t('columns.misnamed', { field: caption(field) })}
        </Text>
        {decide(column, t('columns.useAs', { field: caption(field) }), field)}
      </Group>
    )
  }
  const doubtOf = (column: number) => {
    const doubt = doubts.get(column)
    if (doubt === undefined) return leftOutOf(column)
    const field = doubt === 'twice' ? (meantBy(kind, table, column) ?? null) : (asField[doubt] ?? null)
    return (
      <Group gap={4} style={{ columnGap: '0.75rem' }}>
        <Text size="xs" c={textColorOf('attention')}>
          {t(`columns.doubt.${doubt}`)}
        </Text>
        {field !== null && decide(column, t('columns.useAs', { field: caption(field) }), field)}
        {doubt !== 'twice' && decide(column, t('columns.leave'), null)}
      </Group>
    )
  }
  return (
    <Stack gap="xs" component="section" aria-label={t('columns.title')} className={classes.frame}>
      <Group gap="sm">
        <Text fw={600}>{t('columns.title')}</Text>
        <Text c="dimmed" flex={1}>
          {isOpen
            ? t('columns.used', { used: columns.size, count: facts.length })
            : [...columns]
                .toSorted(([, a], [, b]) => a - b)
                .map(([field, column]) =>
                  t('columns.arrow', { column: nameOf(column), field: caption(field) }),
                )
                .concat(
                  facts.length > columns.size
                    ? t('columns.notUsed', { count: facts.length - columns.size })
                    : [],
                )
                .join(' · ')}
          {isRemembered && ` · ${t('columns.remembered')}`}
        </Text>
        {isReady && (
          <Button
            size="compact-sm"
            aria-expanded={isOpen}
            onClick={() => setToggled({ header, isOpen: !isOpen })}
          >
            {t(isOpen ? 'action.done' : 'action.change')}
          </Button>
        )}
      </Group>
      {isOpen && (
        <ul className={classes.columns}>
          {facts.map(({ column, samples, isSecret, count, cleaned, invisible }) => (
            <li key={column} className={classes.column}>
              <Text fw={600} className={classes.name}>
                <span className={classes.letter}>{lettersOf(column)}</span>
                {header?.[column]?.trim()}
              </Text>
              <Text c="dimmed" className={classes.values}>
                {samples.map((sample) => (isSecret ? '••••••••' : sample)).join(' · ')}
              </Text>
              <NativeSelect
                size="xs"
                aria-label={t('columns.use', { column: nameOf(column) })}
                value={fieldOf(column) ?? ''}
                data={[
                  { value: '', label: t('columns.none') },
                  ...kind.fields.map((field) => ({ value: field, label: caption(field) })),
                ]}
                onChange={(event) =>
                  choose(column, kind.fields.find((field) => field === event.currentTarget.value) ?? null)
                }
              />
              {doubtOf(column) ?? (
                <Text size="xs" c="dimmed">
                  {[
                    t('columns.values', { count }),
                    table.sheet.hiddenColumns.includes(column) ? t('columns.hidden') : '',
                    cleaned === null ? '' : t('columns.cleaned', cleaned),
                    invisible === 0 ? '' : t('columns.invisible', { count: invisible }),
                  ]
                    .filter((text) => text !== '')
                    .join(' · ')}
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
      {table.missing.length > 0 && (
        <Text role="alert" c={textColorOf('failed')}>
          {t(kind.missing)}
        </Text>
      )}
      {doubts.size > 0 && (
        <Group gap="sm">
          <Text role="alert" c={textColorOf('attention')}>
            {t('columns.decide', { count: doubts.size })}
          </Text>
          {![...doubts.values()].includes('twice') && (
            <Button size="compact-sm" onClick={leaveOthers}>
              {t('columns.leaveAll')}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  )
}

/** How many numbers were read without some of their characters, with one of them. */
function findCleaned({ body }: Mapped<string>, column: number) {
  let [count, text] = [0, '']
  for (const { cells } of body) {
    const cell = cells[column] ?? ''
    if (/^\d*$/.test(cell)) continue
    const value = readCell(cell, false)
    const number = readNumber(value)
    if (number === value || !/^\d+$/.test(number)) continue
    count += 1
    if (text === '') text = value
  }
  return count === 0 ? null : { count, text, number: readNumber(text) }
}

/** How many values are read without invisible characters: all of an ID's, and those around another text. */
const countCleaned = ({ body }: Mapped<string>, column: number, isId: boolean): number =>
  body.filter(({ cells }) => {
    const cell = cells[column] ?? ''
    return hasInvisible(cell) && (isId || invisibleIn(readCell(cell, false)).count < invisibleIn(cell).count)
  }).length

/** What the sheet has in each column. */
function factsOf<Field extends string>(kind: ImportKind<Field>, table: Mapped<Field>) {
  const isUsedAs = (field: Field | undefined, column: number) =>
    field !== undefined && table.columns.get(field) === column
  const ids = [...(kind.ids ?? []), ...(kind.number === undefined ? [] : [kind.number])]
  const isUsed = (column: number) => kind.fields.some((field) => isUsedAs(field, column))
  return Array.from({ length: widthOf(table) }, (_, column) => ({
    column,
    samples: valuesOf(table, column, sampleCount),
    isSecret: isUsedAs(kind.password, column) || looksSecret(table, column),
    count: table.body.filter(({ cells }) => (cells[column] ?? '').trim() !== '').length,
    cleaned: isUsedAs(kind.number, column) ? findCleaned(table, column) : null,
    invisible: isUsed(column)
      ? countCleaned(
          table,
          column,
          ids.some((field) => isUsedAs(field, column)),
        )
      : 0,
  }))
}
