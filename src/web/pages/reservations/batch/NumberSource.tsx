import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { getHotkeyHandler } from '@mantine/hooks'
import type { UseMutationResult } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useT } from '../../../i18n/Language.tsx'
import { readNumber, typedPrefix } from '../../../lib/typed.ts'
import { FirstScanNote } from '../../../entities/extension/FirstScanNote.tsx'
import { NumberField } from '../../../entities/extension/NumberField.tsx'
import { NoPool, useLacksPool } from '../../../entities/reservation/NoPool.tsx'
import { poolWithin } from '../../../entities/session/limit.tsx'
import { useSession } from '../../../entities/session/SessionContext.tsx'
import { PoolPicker } from '../../../entities/pool/PoolPicker.tsx'
import { wrongNumberText } from '../../../entities/extension/wrong-number.ts'
import { ErrorAlert } from '../../../ui/feedback/ErrorAlert.tsx'
import type { FreeNumbers, NumbersWanted } from './free-numbers.ts'

export interface NumberSourceProps {
  /** How many numbers the batch needs. */
  count: number
  disabled: boolean
  /** Looks for free numbers and fills them in. */
  fill: UseMutationResult<FreeNumbers, Error, NumbersWanted>
}

/** Fills in the numbers of a batch: the first free numbers of a pool or with a prefix, in order. */
export function NumberSource({ count, disabled, fill }: NumberSourceProps) {
  const t = useT()
  const { limit } = useSession()
  const form = useForm<{ start: string; pool: string | undefined }>({
    initialValues: { start: '', pool: poolWithin(limit, undefined) },
    transformValues: ({ start, pool }) => ({ start: readNumber(start), pool }),
    validateInputOnChange: true,
    validate: {
      start: (start, { pool }) =>
        pool !== undefined || start.trim() === '' || z.safeParse(typedPrefix, start).success
          ? null
          : wrongNumberText(t, start, t('idle.search.hint')),
    },
  })
  const { pool } = form.values
  const isReady = !disabled && count > 0 && form.isValid()
  // These fields are inside another form, so Enter must fill in the numbers instead of submitting that form.
  const submit = () => {
    if (isReady && !fill.isPending) form.onSubmit((values) => fill.mutate({ ...values, count }))()
  }
  if (useLacksPool()) return <NoPool />
  return (
    <Stack gap="xs">
      <Group gap="sm" align="flex-end">
        <PoolPicker
          label={t('pools.pool')}
          placeholder={t('pools.any')}
          value={pool}
          onChange={(id) => form.setFieldValue('pool', id)}
          hideWithoutPools
          ofLimit
        />
        {pool === undefined && (
          <NumberField
            label={t('reservations.batch.start')}
            {...form.getInputProps('start')}
            onKeyDown={getHotkeyHandler([['Enter', submit]])}
            w={220}
          />
        )}
        <Button loading={fill.isPending} disabled={!isReady} onClick={submit}>
          {t('reservations.batch.fill', { count })}
        </Button>
      </Group>
      {fill.data !== undefined && fill.data.numbers.length < count && (
        <>
          <FirstScanNote firstScan={fill.data.firstScan} />
          <Text c="dimmed" component="output">
            {t('reservations.batch.fewer', { found: fill.data.numbers.length, count })}
          </Text>
        </>
      )}
      <ErrorAlert error={fill.error} />
    </Stack>
  )
}
