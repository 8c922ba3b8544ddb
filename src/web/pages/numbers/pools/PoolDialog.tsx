import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { maxFreeThreshold } from '#contract/capacity.ts'
import { sizeOf } from '#contract/number-set.ts'
import { rangesIn } from '#contract/numbers-in-text.ts'
import {
  canHaveFree,
  inOtherPool,
  maxPoolNameLength,
  newPool,
  type NewPool,
  type Pool,
} from '#contract/pools.ts'
import { extPrefix } from '#contract/text.ts'
import { ApiError, fieldErrors } from '../../../api/api-error.ts'
import type { MessageKey, Translate } from '../../../i18n/catalogue.ts'
import { useT } from '../../../i18n/Language.tsx'
import { unclearText, NumbersRead } from '../../../entities/extension/NumbersRead.tsx'
import { wrongNumberText } from '../../../entities/extension/wrong-number.ts'
import { poolsQuery } from '../../../entities/pool/queries.ts'
import { usersQuery } from '../../../entities/user/queries.ts'
import { readLines, readNumber } from '../../../lib/typed.ts'
import { announce } from '../../../ui/feedback/announce.ts'
import { FilterSelect } from '../../../ui/form/FilterSelect.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useEdit } from '../../../ui/form/use-edit.tsx'
import { savePoolMutation } from './queries.ts'
import { RemovedCharacters } from '../../../ui/text/RemovedCharacters.tsx'
import { WholeNumberInput } from '../../../ui/form/WholeNumberInput.tsx'

interface PoolDialogProps {
  /** Null for a new pool. */
  pool: Pool | null
  onClose: () => void
}

interface Values {
  name: string
  ranges: string
  prefixes: string
  /** A user's ID. */
  owner: string | null
  purpose: string
  leastFree: number | string
}

const valuesOf = (pool: Pool | null): Values => ({
  name: pool?.name ?? '',
  ranges: (pool?.ranges ?? []).map(({ from, to }) => (from === to ? from : `${from}-${to}`)).join('\n'),
  prefixes: pool?.prefixes.join(', ') ?? '',
  owner: pool?.ownerId ?? null,
  purpose: pool?.purpose ?? '',
  leastFree: pool?.leastFree ?? '',
})
const readRanges = (ranges: string) => rangesIn(ranges, { isField: true })
/** Returns the parts of a list of prefixes between spaces, commas and semicolons; a part can be no prefix. */
const prefixesIn = (text: string): string[] =>
  readLines(text)
    .split(/[\s,;、]+/)
    .map(readNumber)
    .filter((prefix) => prefix !== '')
const bodyOf = ({ name, ranges, prefixes, owner, purpose, leastFree }: Values): NewPool => ({
  name,
  ranges: readRanges(ranges).ranges.map(({ first, last }) => ({ from: first, to: last })),
  prefixes: prefixesIn(prefixes),
  ownerId: owner,
  purpose,
  leastFree: leastFree === '' ? null : Number(leastFree),
})
const fields = ['name', 'ranges', 'prefixes', 'owner', 'purpose', 'leastFree'] as const
const captions = {
  name: 'caption.name',
  ranges: 'pools.ranges',
  prefixes: 'pools.prefixes',
  owner: 'pools.owner',
  purpose: 'pools.purpose',
  leastFree: 'pools.leastFree',
} as const satisfies Record<keyof Values, MessageKey>
const isField = (name: unknown): name is keyof Values => fields.some((field) => field === name)

/** Returns the fields that the endpoint would refuse. */
function wrongFields(values: Values): Partial<Record<keyof Values, true>> {
  const read = z.safeParse(newPool, bodyOf(values))
  const issues = (read.error?.issues ?? []).flatMap(({ path: [field] }) => (isField(field) ? [field] : []))
  if (readRanges(values.ranges).unclear.length > 0) issues.push('ranges')
  return Object.fromEntries(issues.map((field) => [field, true]))
}

const isElsewhere = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.errors.length > 0 &&
  error.errors.every(({ rule }) => rule === inOtherPool)

/** What to show for the fields that the server refused: the pools that have some of the numbers, else `true`. */
function refusedFields(refusal: unknown, t: Translate): Partial<Record<keyof Values, string | true>> {
  const refused: Partial<Record<keyof Values, string | true>> = {}
  for (const path of Object.keys(fieldErrors(refusal))) {
    const field = path
      .replace(/^pool\./, '')
      .replace(/^ownerId$/, 'owner')
      .split('.')[0]
    if (isField(field)) refused[field] = true
  }
  for (const { path, rule, values: [name = '', numbers = ''] = [] } of refusal instanceof ApiError
    ? refusal.errors
    : []) {
    const field = path.replace(/^pool\./, '')
    if (rule !== inOtherPool || !isField(field)) continue
    const before = typeof refused[field] === 'string' ? `${refused[field]} ` : ''
    refused[field] = before + t('pools.elsewhere', { numbers, name })
  }
  return refused
}

/** Returns who saved the pool last, and what they changed. */
function changeText(t: Translate, latest: Pool, base: Pool | null): string {
  const [before, now] = [valuesOf(base), valuesOf(latest)]
  const changes = fields
    .filter((field) => now[field] !== before[field])
    .map((field) => {
      const text = field === 'owner' ? latest.owner : String(now[field])
      return t('label.value', { label: t(captions[field]), value: text === '' ? t('value.none') : text })
    })
  return [t('pools.saved.by', { by: latest.changedBy }), ...changes].join('\n')
}

/** Creates or edits a pool. Reports a conflict when another user has changed it in the meantime. */
export function PoolDialog({ pool, onClose }: PoolDialogProps) {
  const t = useT()
  const { data: pools } = useQuery(poolsQuery())
  const { mutate, isPending, error } = useMutation(savePoolMutation())
  const form = useForm<Values>({
    initialValues: valuesOf(pool),
    validate: wrongFields,
  })
  const { base, errorAction } = useEdit({
    opened: pool,
    now: pools?.items.find(({ id }) => id === pool?.id),
    error,
    describe: (latest, seen) => (latest === null ? '' : changeText(t, latest, seen)),
    onUse: (latest) => {
      form.setValues(valuesOf(latest))
      form.resetDirty(valuesOf(latest))
    },
  })
  const users = useQuery({ ...usersQuery(), meta: { quiet: true } }).data?.items ?? []
  const owners = users
    .filter(({ id, disabled }) => !disabled || id === form.values.owner)
    .map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` }))
  // A user who no longer exists stays the owner until the owner changes.
  if (base?.ownerId != null && owners.every(({ value }) => value !== base.ownerId))
    owners.unshift({ value: base.ownerId, label: base.owner })
  const save = (values: Values) =>
    mutate(
      { pool: bodyOf(values), edited: base },
      {
        onSuccess: ({ name }) => {
          announce(t('pools.saved', { name }))
          onClose()
        },
        onError: (refusal) => form.setErrors(refusedFields(refusal, t)),
      },
    )
  const { ranges = [], prefixes = [], leastFree = null } = bodyOf(form.values)
  const size = sizeOf({ ranges, prefixes })
  const { unclear, ignored } = readRanges(form.values.ranges)
  const wrongPrefix = prefixes.find((prefix) => !z.safeParse(extPrefix, prefix).success)
  const isWrong = (field: keyof Values) => form.errors[field] !== undefined
  const conflictText = (field: keyof Values) =>
    typeof form.errors[field] === 'string' ? form.errors[field] : undefined
  return (
    <FormDialog
      title={pool === null ? t('pools.add') : t('pools.edit', { name: pool.name })}
      submit={t('action.save')}
      onSubmit={form.onSubmit(save)}
      onClose={onClose}
      isDirty={form.isDirty()}
      sending={{ isPending, error: isElsewhere(error) ? null : error }}
      // The fields say which pools have the numbers.
      errorAction={errorAction}
    >
      <TextInput
        {...form.getInputProps('name')}
        label={t('caption.name')}
        error={isWrong('name') && t('pools.name.wrong', { most: maxPoolNameLength })}
        maxLength={maxPoolNameLength}
        required
        data-autofocus
      />
      <Textarea
        {...form.getInputProps('ranges')}
        label={t('pools.ranges')}
        description={t('pools.ranges.hint')}
        error={
          isWrong('ranges') &&
          (conflictText('ranges') ??
            (unclear[0] === undefined ? t('pools.ranges.wrong') : unclearText(t, unclear[0])))
        }
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
      />
      <RemovedCharacters text={form.values.ranges} />
      <NumbersRead read={{ unclear: [], ignored, repeated: 0 }} onAdd={() => undefined} />
      <TextInput
        {...form.getInputProps('prefixes')}
        label={t('pools.prefixes')}
        description={t('pools.prefixes.hint')}
        error={
          isWrong('prefixes') &&
          (conflictText('prefixes') ?? wrongNumberText(t, wrongPrefix ?? '', t('pools.prefixes.wrong')))
        }
        onBlur={() => form.setFieldValue('prefixes', prefixesIn(form.values.prefixes).join(', '))}
        inputMode="numeric"
      />
      {size !== null && size > 0 && (
        <Text c="dimmed" component="output">
          {t('pools.size.named', { count: size })}
        </Text>
      )}
      <Stack gap="md">
        <FilterSelect
          label={t('pools.owner')}
          searchable
          options={owners}
          value={form.values.owner ?? undefined}
          onChange={(owner) => form.setFieldValue('owner', owner ?? null)}
          error={isWrong('owner') && t('pools.owner.wrong')}
        />
        <TextInput
          {...form.getInputProps('purpose')}
          label={t('pools.purpose')}
          error={isWrong('purpose') && t('pools.text.wrong')}
          maxLength={300}
        />
        <WholeNumberInput
          {...form.getInputProps('leastFree')}
          label={t('pools.leastFree')}
          description={t('pools.leastFree.hint')}
          error={
            isWrong('leastFree') &&
            (canHaveFree({ ranges, prefixes }, leastFree)
              ? t('number.wrong', { least: 1, most: maxFreeThreshold })
              : t('pools.leastFree.large'))
          }
        />
      </Stack>
    </FormDialog>
  )
}
