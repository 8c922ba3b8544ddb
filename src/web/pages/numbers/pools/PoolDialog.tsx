import { Button, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useState } from 'react'
import { maxFreeThreshold } from '#contract/capacity.ts'
import { sizeOf } from '#contract/number-set.ts'
import { maxPoolNameLength, newPool, type NewPool, type Pool } from '#contract/pools.ts'
import { extPrefix } from '#contract/text.ts'
import { fieldErrors, hasCode } from '../../../api/api-error.ts'
import { useT } from '../../../i18n/Language.tsx'
import { numberErrorText } from '../../../entities/extension/NumberErrors.tsx'
import {
  prefixesIn,
  rangesIn,
  withoutUnclear,
  type NumberError,
} from '../../../entities/extension/number-ranges.ts'
import { wrongNumberText } from '../../../entities/extension/wrong-number.ts'
import { poolsQuery } from '../../../entities/pool/queries.ts'
import { announce } from '../../../ui/feedback/announce.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { savePoolMutation } from './queries.ts'
import { RemovedCharacters } from '../../../ui/text/RemovedCharacters.tsx'

interface PoolDialogProps {
  /** Null for a new pool. */
  pool: Pool | null
  onClose: () => void
}

interface Typed {
  name: string
  ranges: string
  prefixes: string
  owner: string
  purpose: string
  leastFree: number | string
}

const typedOf = (pool: Pool | null): Typed => ({
  name: pool?.name ?? '',
  ranges: (pool?.ranges ?? []).map(({ from, to }) => (from === to ? from : `${from}-${to}`)).join('\n'),
  prefixes: pool?.prefixes.join(', ') ?? '',
  owner: pool?.owner ?? '',
  purpose: pool?.purpose ?? '',
  leastFree: pool?.leastFree ?? '',
})
/** What the ranges have that is no number. */
function rangeErrors(ranges: string): NumberError[] {
  const errors: NumberError[] = []
  withoutUnclear(ranges, errors)
  return errors
}
const bodyOf = ({ name, ranges, prefixes, owner, purpose, leastFree }: Typed): NewPool => ({
  name,
  ranges: rangesIn(ranges).map(({ first, last }) => ({ from: first, to: last })),
  prefixes: prefixesIn(prefixes),
  owner,
  purpose,
  leastFree: leastFree === '' ? null : Number(leastFree),
})
const fields = ['name', 'ranges', 'prefixes', 'owner', 'purpose', 'leastFree'] as const
const isField = (name: unknown): name is keyof Typed => fields.some((field) => field === name)

/** Returns the fields that the endpoint would refuse. */
function wrongFields(typed: Typed): Partial<Record<keyof Typed, true>> {
  const read = z.safeParse(newPool, bodyOf(typed))
  const issues = (read.error?.issues ?? []).flatMap(({ path: [field] }) => (isField(field) ? [field] : []))
  if (rangeErrors(typed.ranges).length > 0) issues.push('ranges')
  return Object.fromEntries(issues.map((field) => [field, true]))
}

/** Creates or edits a pool. Reports a conflict when another user has changed it in the meantime. */
export function PoolDialog({ pool, onClose }: PoolDialogProps) {
  const t = useT()
  const [base, setBase] = useState(pool)
  const { data: known } = useQuery(poolsQuery())
  const { mutate, isPending, error } = useMutation(savePoolMutation(base))
  const form = useForm<Typed>({ initialValues: typedOf(pool), validate: wrongFields })
  const now = known?.items.find(({ id }) => id === base?.id)
  const save = (typed: Typed) =>
    mutate(bodyOf(typed), {
      onSuccess: ({ name, overlaps }) => {
        announce(t('pools.saved', { name }))
        if (overlaps.length > 0)
          toast({
            id: 'pools',
            tone: 'info',
            message: t('pools.overlaps.saved', { name, others: overlaps.join(t('list.separator')) }),
          })
        onClose()
      },
      onError: (refusal) =>
        form.setErrors(
          Object.fromEntries(
            Object.keys(fieldErrors(refusal)).map((path) => [
              path.replace(/^pool\./, '').split('.')[0] ?? path,
              true,
            ]),
          ),
        ),
    })
  const body = bodyOf(form.values)
  const size = sizeOf({ ranges: body.ranges ?? [], prefixes: body.prefixes ?? [] })
  const [wrongRange] = rangeErrors(form.values.ranges)
  const wrongPrefix = (body.prefixes ?? []).find((prefix) => !z.safeParse(extPrefix, prefix).success)
  const isWrong = (field: keyof Typed) => form.errors[field] !== undefined
  return (
    <FormDialog
      title={pool === null ? t('pools.add') : t('pools.edit', { name: pool.name })}
      submit={t('pools.save')}
      onSubmit={form.onSubmit(save)}
      onClose={onClose}
      isDirty={form.isDirty()}
      pending={isPending}
      error={error}
      errorAction={
        hasCode(error, 'edit-conflict') &&
        now !== undefined && (
          <Button
            mt="xs"
            size="compact-sm"
            variant="default"
            onClick={() => {
              setBase(now)
              form.setValues(typedOf(now))
              form.resetDirty(typedOf(now))
            }}
          >
            {t('pools.latest')}
          </Button>
        )
      }
    >
      <TextInput
        {...form.getInputProps('name')}
        label={t('pools.name')}
        error={isWrong('name') && t('pools.name.wrong', { most: maxPoolNameLength })}
        maxLength={maxPoolNameLength}
        autoComplete="off"
        required
        data-autofocus
      />
      <Textarea
        {...form.getInputProps('ranges')}
        label={t('pools.ranges')}
        description={t('pools.ranges.hint')}
        error={
          isWrong('ranges') &&
          (wrongRange === undefined ? t('pools.ranges.wrong') : numberErrorText(t, wrongRange))
        }
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
      />
      <RemovedCharacters text={form.values.ranges} />
      <TextInput
        {...form.getInputProps('prefixes')}
        label={t('pools.prefixes')}
        description={t('pools.prefixes.hint')}
        error={isWrong('prefixes') && wrongNumberText(t, wrongPrefix ?? '', t('pools.prefixes.wrong'))}
        onBlur={() => form.setFieldValue('prefixes', prefixesIn(form.values.prefixes).join(', '))}
        inputMode="numeric"
        autoComplete="off"
      />
      {size !== null && size > 0 && (
        <Text size="sm" c="dimmed" component="output">
          {t('pools.size.named', { count: size })}
        </Text>
      )}
      <Stack gap="md">
        <TextInput
          {...form.getInputProps('owner')}
          label={t('pools.owner')}
          error={isWrong('owner') && t('pools.text.wrong')}
          maxLength={100}
        />
        <TextInput
          {...form.getInputProps('purpose')}
          label={t('pools.purpose')}
          error={isWrong('purpose') && t('pools.text.wrong')}
          maxLength={300}
        />
        <NumberInput
          {...form.getInputProps('leastFree')}
          label={t('pools.leastFree')}
          description={t('pools.leastFree.hint')}
          error={isWrong('leastFree') && t('thresholds.number', { least: 1, most: maxFreeThreshold })}
          min={1}
          max={maxFreeThreshold}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
        />
      </Stack>
    </FormDialog>
  )
}
