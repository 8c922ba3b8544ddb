import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { extPrefix } from '#contract/text.ts'
import { useT } from '../../i18n/Language.tsx'
import { idlePage } from '../../shared/idle-queries.ts'
import { useReservations } from '../../shared/open-reservations.ts'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'

interface NumberSourceProps {
  /** How many numbers are needed. */
  count: number
  disabled: boolean
  onStart: () => void
  onFill: (numbers: readonly string[]) => void
  onEnd: () => void
}

/**
 * Where the numbers of a batch come from when they are not typed: the first free ones of a beginning, in order. Another source, such as
 * a pool, has its place beside the beginning and ends in `onFill` too.
 */
export function NumberSource({ count, disabled, onStart, onFill, onEnd }: NumberSourceProps) {
  const t = useT()
  const client = useQueryClient()
  const reserved = useReservations()
  const [start, setStart] = useState('')
  const ext = start.trim()
  const fits = ext === '' || z.safeParse(extPrefix, ext).success
  const fill = useMutation({
    mutationFn: async () => {
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
        <TextInput
          label={t('reservations.batch.start')}
          value={start}
          onChange={(event) => setStart(event.currentTarget.value)}
          error={fits ? undefined : t('idle.search.hint')}
          inputMode="numeric"
          autoComplete="off"
          w={160}
        />
        <Button
          variant="default"
          loading={fill.isPending}
          disabled={disabled || count === 0 || !fits}
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
