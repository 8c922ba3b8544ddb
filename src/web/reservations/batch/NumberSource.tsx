import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { extPrefix } from '#contract/text.ts'
import { useT } from '../../i18n/Language.tsx'
import { idlePage } from '../../shared/idle-queries.ts'
import { useReservations } from '../../shared/open-reservations.ts'
import { PoolPicker } from '../../shared/pool-choice/PoolPicker.tsx'
import { poolNumbersQuery } from '../../shared/pool-choice/queries.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'

interface NumberSourceProps {
  /** How many numbers are needed. */
  count: number
  disabled: boolean
  onStart: () => void
  onFill: (numbers: readonly string[]) => void
  onEnd: () => void
}

/** Where the numbers of a batch come from when they are not typed: the first free ones of a pool or of a beginning, in order. */
export function NumberSource({ count, disabled, onStart, onFill, onEnd }: NumberSourceProps) {
  const t = useT()
  const client = useQueryClient()
  const reserved = useReservations()
  const [start, setStart] = useState('')
  const [pool, setPool] = useState<string>()
  const ext = start.trim()
  const fits = ext === '' || z.safeParse(extPrefix, ext).success
  const fill = useMutation({
    mutationFn: async () => {
      if (pool !== undefined) {
        const ofPool = poolNumbersQuery(pool, { of: 'free', count })
        return (await client.fetchQuery({ ...ofPool, staleTime: 0 })).map((item) => item.ext)
      }
      const query = { pageSize: 1000, ...(ext === '' ? {} : { ext }) }
      const { items } = await client.fetchQuery({ ...idlePage(query), staleTime: 0 })
      return items.flatMap((item) => (reserved.has(item.ext) ? [] : [item.ext])).slice(0, count)
    },
    onMutate: onStart,
    onSuccess: onFill,
    onSettled: onEnd,
  })
  return (
    <Stack gap="xs">
      <Group gap="sm" align="flex-end">
        <PoolPicker
          label={t('pools.pool')}
          placeholder={t('reservations.batch.anyPool')}
          value={pool}
          onChange={setPool}
          hideWithoutPools
        />
        {pool === undefined && (
          <TextInput
            label={t('reservations.batch.start')}
            value={start}
            onChange={(event) => setStart(event.currentTarget.value)}
            error={fits ? undefined : t('idle.search.hint')}
            inputMode="numeric"
            autoComplete="off"
            w={220}
          />
        )}
        <Button
          variant="default"
          loading={fill.isPending}
          disabled={disabled || count === 0 || (pool === undefined && !fits)}
          onClick={() => fill.mutate()}
        >
          {t('reservations.batch.fill', { count })}
        </Button>
      </Group>
      {fill.data !== undefined && fill.data.length < count && (
        <Text size="sm" c="dimmed" component="output">
          {t('reservations.batch.fewer', { found: fill.data.length, count })}
        </Text>
      )}
      {fill.error !== null && <ErrorAlert error={fill.error} />}
    </Stack>
  )
}
