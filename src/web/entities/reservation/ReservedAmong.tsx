import { useReservations } from './open-reservations.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listNumbers } from '#contract/numbers.ts'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { PageLink } from '../../ui/layout/PageLink.tsx'

/**
 * Says how many numbers of the service's idle list are reserved here, as the console counts them. Counts again when `asOf`
 * changes.
 */
function ReservedNote({ ext, asOf }: { ext: string | undefined; asOf: string }) {
  const t = useT()
  const query = { state: 'reserved' as const, ...(ext === undefined ? {} : { search: ext }) }
  const { data } = useQuery({
    queryKey: [listNumbers.path, query, asOf],
    queryFn: ({ signal }) => call(listNumbers, { query: { ...query, pageSize: 1 }, signal }),
    staleTime: 5_000,
    meta: { quiet: true },
  })
  if (data === undefined || data.total === 0) return null
  return (
    <Text c="dimmed" mt="sm">
      {t('idle.reserved', { count: data.total })}{' '}
      <PageLink to={paths.numbers(query)} underline="always">
        {t('idle.reserved.show')}
      </PageLink>
    </Text>
  )
}

/** Below a live page of the idle list: how many of the listed numbers are reserved. `ext` is the start of the numbers. */
export function ReservedAmong({ ext }: { ext: string | undefined }) {
  const reserved = [...useReservations().values()].filter((reservation) =>
    reservation.ext.startsWith(ext ?? ''),
  )
  if (reserved.length === 0) return null
  return <ReservedNote ext={ext} asOf={reserved.map(({ id }) => id).join(' ')} />
}
