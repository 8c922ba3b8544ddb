import { Button, Paper, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Status } from '#contract/status.ts'
import { messageFor } from '../api/message-for.ts'
import type { Translate } from '../i18n/catalogue.ts'
import { useT } from '../i18n/Language.tsx'
import { usePermission } from '../session/SessionContext.tsx'
import { DataTable, type Column } from '../ui/DataTable.tsx'
import { Time } from '../ui/Time.tsx'
import { announce } from '../ui/announce.ts'
import { toast } from '../ui/toast.ts'
import { forgetCodeMutation } from './queries.ts'

type Row = Status['learnedCodes'][number]

const rowKey = ({ service, code }: Row) => `${service} ${code}`

function ForgetButton({ row: { service, code } }: { row: Row }) {
  const t = useT()
  const forgetting = useMutation(forgetCodeMutation())
  const forget = () =>
    forgetting.mutate(
      { service, code },
      {
        onSuccess: () => {
          announce(t('status.codes.forgotten', { code }))
          void toast({ tone: 'success', message: t('status.codes.forgotten', { code }) })
        },
        onError: (error) =>
          void toast({
            tone: 'failure',
            title: t('status.codes.failed'),
            message: t(messageFor(error).sentence),
          }),
      },
    )
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={forgetting.isPending}
      aria-label={t('status.codes.forget.of', { code })}
      onClick={forget}
    >
      {t('status.codes.forget')}
    </Button>
  )
}

const codeColumns = (t: Translate, mayForget: boolean): Column<Row>[] => [
  { id: 'code', header: t('status.codes.code'), width: 110, cell: ({ code }) => code },
  {
    id: 'service',
    header: t('status.codes.service'),
    width: 160,
    cell: ({ service }) => t(`status.breakers.${service}`),
  },
  { id: 'message', header: t('status.codes.message'), width: 320, cell: ({ message }) => message ?? '' },
  {
    id: 'learned',
    header: t('status.codes.learned'),
    width: 150,
    cell: ({ learnedAt }) => <Time value={learnedAt} />,
  },
  ...(mayForget ? [forgetColumn(t)] : []),
]

const forgetColumn = (t: Translate): Column<Row> => ({
  id: 'forget',
  header: t('status.codes.forget'),
  width: 110,
  cell: (row) => <ForgetButton row={row} />,
})

/** Return codes that the console has found to mean an invalid token; nothing where it has found none. */
export function LearnedCodes({ codes }: { codes: Status['learnedCodes'] }) {
  const t = useT()
  const mayForget = usePermission('settings.manage')
  const columns = useMemo(() => codeColumns(t, mayForget), [t, mayForget])
  if (codes.length === 0) return null
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h3">
        {t('status.codes')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('status.codes.description')}
      </Text>
      <DataTable label={t('status.codes')} columns={columns} rows={codes} rowKey={rowKey} />
    </Paper>
  )
}
