import { Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { OperationId } from '#contract/operation-ids.ts'
import { operations } from '#contract/operations.ts'
import type { Status } from '#contract/status.ts'
import { ApiError } from '../../api/api-error.ts'
import { messageFor } from '../../api/message-for.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { withContent } from '../../ui/table/use-table-settings.ts'
import { Time } from '../../ui/text/Time.tsx'
import { spaceUnits } from '../../ui/text/time-text.ts'
import { PageLink } from '../../ui/layout/PageLink.tsx'

type Row = Status['operations'][number] & { number: number; path: string; method: string }

/** The page that uses each operation. */
const places: Record<OperationId, string> = {
  get_token: paths.connection(),
  get_timezone: paths.timeZones(),
  get_language: paths.languages(),
  get_country: paths.countries(),
  create_extension: paths.newExtension(),
  search_idle: paths.idle(),
  extension_detail: paths.idle(),
  search_idle_page: paths.idle(),
  unbound_page: paths.people(),
  create_extension_legacy: paths.newExtensionLegacy(),
  extension_language: paths.idle(),
  query_suggest: paths.idle(),
}

const errorOf = ({ lastError }: Row) => (lastError === null ? null : new ApiError(lastError.code, 0))

const operationColumns = (t: Translate, milliseconds: Intl.NumberFormat): Column<Row>[] => [
  {
    id: 'operation',
    header: t('status.operation'),
    width: 230,
    wrap: true,
    cell: ({ operation, number, method, path }) => (
      <Stack gap={0}>
        <PageLink size="sm" to={places[operation]}>
          {number}. {t(`operation.${operation}`)}
        </PageLink>
        <Text size="xs" c="dimmed" ff="monospace">
          {method} {path}
        </Text>
      </Stack>
    ),
  },
  { id: 'calls', header: t('status.calls'), numeric: true, width: 70, cell: ({ calls }) => calls },
  {
    id: 'failures',
    header: t('status.failures'),
    numeric: true,
    width: 70,
    cell: ({ failures }) => failures,
  },
  {
    id: 'success',
    header: t('status.lastSuccess'),
    width: 130,
    cell: ({ calls, lastSuccessAt }) => (calls === 0 ? t('status.never') : <Time value={lastSuccessAt} />),
  },
  {
    id: 'latency',
    header: t('status.latency'),
    numeric: true,
    width: 80,
    cell: ({ lastLatencyMs }) =>
      lastLatencyMs === null ? '' : spaceUnits(milliseconds.format(lastLatencyMs)),
  },
  {
    id: 'error',
    header: t('status.lastError'),
    width: 220,
    wrap: true,
    isEmpty: ({ lastError }) => lastError === null,
    cell: (row) => {
      const error = errorOf(row)
      if (error === null || row.lastError === null) return ''
      const { at, upstreamCode, message } = row.lastError
      return (
        <Stack gap={0}>
          <Text>
            {t(messageFor(error).sentence)} · <Time value={at} />
          </Text>
          {(upstreamCode ?? message) !== null && (
            <Text size="xs" c="dimmed">
              {upstreamCode} {message}
            </Text>
          )}
        </Stack>
      )
    },
  },
  {
    id: 'unknown',
    header: t('status.unknownFields'),
    width: 140,
    wrap: true,
    isEmpty: ({ unknownFields }) => unknownFields.length === 0,
    cell: ({ unknownFields }) =>
      unknownFields.map(({ field, count }) => `${field} × ${count}`).join(t('list.separator')),
  },
]

/** The twelve operations of the specification, with this server process's statistics. */
export function OperationsTable({ operations: seen }: { operations: Status['operations'] }) {
  const { t, language } = useLanguage()
  const rows = useMemo(
    () =>
      seen.flatMap((row) =>
        operations.flatMap(({ id, number, path, method }) =>
          id === row.operation ? [{ ...row, number, path, method }] : [],
        ),
      ),
    [seen],
  )
  const columns = useMemo(() => {
    const milliseconds = new Intl.NumberFormat(language, {
      style: 'unit',
      unit: 'millisecond',
      maximumFractionDigits: 0,
    })
    return withContent(operationColumns(t, milliseconds), rows)
  }, [t, language, rows])
  return <DataTable label={t('status.operations')} columns={columns} rows={rows} rowKey="operation" />
}
