import { Button, Group, Paper, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { NumbersRead } from '../../../entities/extension/NumbersRead.tsx'
import { useT } from '../../../i18n/Language.tsx'
import { useFill } from '../../../spreadsheet/use-fill.ts'
import { RemovedCharacters } from '../../../ui/text/RemovedCharacters.tsx'
import { NumberSource } from './NumberSource.tsx'
import { maxBatch } from './pairs.ts'
import { PairsFile, type PairLists } from './PairsFile.tsx'
import type { Lists } from './use-lists.ts'

const maxShown = 5

/** The lines of a pasted list that name no one, such as greetings. */
function LeftOutLines({ lines }: { lines: readonly string[] }) {
  const t = useT()
  if (lines.length === 0) return null
  const quoted = lines.slice(0, maxShown).map((line) => t('text.quoted', { text: line.slice(0, 40) }))
  const more = lines.length > maxShown ? '…' : ''
  return (
    <Text c="dimmed" component="output">
      {t('reservations.paste.leftOut', {
        count: lines.length,
        lines: quoted.join(t('list.separator')) + more,
      })}
    </Text>
  )
}

interface PastedListsProps {
  lists: Lists
  /** People whom the list names, and its lines that name no one. */
  count: number
  leftOut: readonly string[]
  isSending: boolean
  isPlanning: boolean
  hasPlan: boolean
  onPlan: () => void
}

/** The two lists of a batch, typed, pasted, from a sheet, or free numbers that the console looks for. */
export function PastedLists(props: PastedListsProps) {
  const { lists, count, leftOut, isSending, isPlanning, hasPlan, onPlan } = props
  const t = useT()
  const { form, read, onAdd, fill } = lists
  const busy = isSending || fill.isPending
  const { people, numbers } = form.values
  const fillPeople = useFill(
    () => form.getValues().people,
    (text) => form.setFieldValue('people', text),
  )
  const fillNumbers = useFill(
    () => form.getValues().numbers,
    (text) => form.setFieldValue('numbers', text),
  )
  /** Lists of one sheet are pairs and go together; people of one sheet and numbers of another can be combined. */
  const arePairs = useRef(false)
  const fillBoth = (lists: PairLists) => {
    if (lists.people !== null || arePairs.current) fillPeople(lists.people)
    if (lists.numbers !== null || arePairs.current) fillNumbers(lists.numbers)
    arePairs.current = lists.people !== null && lists.numbers !== null
  }
  const area = { readOnly: busy, minRows: 4, maxRows: 12, autosize: true, spellCheck: false }
  return (
    <Paper withBorder p="md" component="form" onSubmit={form.onSubmit(onPlan)}>
      <PairsFile disabled={busy || isPlanning} onRead={fillBoth} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" mt="md">
        <Stack gap="xs">
          <Textarea
            label={t('reservations.paste.label')}
            description={t('reservations.paste.hint', { most: maxBatch })}
            {...form.getInputProps('people')}
            error={count > maxBatch && t('reservations.paste.tooMany', { most: maxBatch })}
            {...area}
          />
          <RemovedCharacters text={people} />
          <LeftOutLines lines={leftOut} />
        </Stack>
        <Stack gap="xs">
          <Textarea
            label={t('numbers.title')}
            description={t('reservations.batch.numbers.hint')}
            {...form.getInputProps('numbers')}
            {...area}
          />
          <RemovedCharacters text={numbers} />
          <NumbersRead read={read} onAdd={onAdd} disabled={busy} />
          <NumberSource count={count} disabled={busy || count > maxBatch} fill={fill} />
        </Stack>
      </SimpleGrid>
      <Group mt="md" gap="sm">
        {numbers.trim() !== '' && (
          <Button
            type="submit"
            variant={hasPlan ? 'default' : 'filled'}
            loading={isPlanning}
            disabled={busy || count === 0 || count > maxBatch || read.numbers.length === 0}
          >
            {t('reservations.batch.preview')}
          </Button>
        )}
        <Text c="dimmed">
          {t('reservations.batch.counts', { agents: count, numbers: read.numbers.length })}
        </Text>
      </Group>
    </Paper>
  )
}
