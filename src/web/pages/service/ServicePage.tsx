import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, useMemo } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { Connect } from './Connect.tsx'
import { CurrentService } from './CurrentService.tsx'
import { serviceQuery } from '../../entities/service/queries.ts'
import type { TaskState } from '#contract/service.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { EmptyValue } from '../../ui/text/EmptyValue.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { Time } from '../../ui/text/Time.tsx'

const taskColumns = (t: Translate): Column<TaskState>[] => [
  { id: 'name', header: t('service.tasks.name'), width: 240, cell: ({ name }) => t(`service.task.${name}`) },
  {
    id: 'ranAt',
    header: t('service.tasks.ranAt'),
    width: 160,
    labeled: true,
    cell: ({ ranAt }) => <Time value={ranAt} />,
  },
  {
    id: 'nextAt',
    header: t('service.tasks.nextAt'),
    width: 160,
    labeled: true,
    cell: ({ nextAt }) => (nextAt === null ? t('service.tasks.running') : <Time value={nextAt} />),
  },
  {
    id: 'failure',
    header: t('service.tasks.failure'),
    width: 260,
    labeled: true,
    cell: ({ failure }) => (failure === null ? <EmptyValue /> : t(`problem.${failure}`)),
  },
]

/** The periodic tasks of the console, for an administrator who wonders why something is not up to date. */
function TasksPanel({ tasks }: { tasks: readonly TaskState[] }) {
  const t = useT()
  const columns = useMemo(() => taskColumns(t), [t])
  return (
    <Panel title={t('service.tasks')} description={t('service.tasks.text')}>
      <DataTable label={t('service.tasks.list')} columns={columns} rows={tasks} rowKey="name" />
    </Panel>
  )
}

/** The service in use, and the three steps to connect one: its address and keys, a test, and the question whether it is the right one. */
export function ServicePage() {
  const t = useT()
  const query = useQuery(serviceQuery())
  /** A connection that has been saved begins a new draft. */
  const [round, setRound] = useState(0)
  return (
    <>
      <PageHeader
        title={t('service.title')}
        description={t(
          query.data?.readOnly === true ? 'service.description.environment' : 'service.description',
        )}
      />
      <QueryState query={query} loading={<Skeleton h={720} />}>
        {(service) => (
          <Stack gap="lg">
            <CurrentService service={service} />
            <Connect key={round} service={service} onSaved={() => setRound(round + 1)} />
            {service.tasks.length > 0 && <TasksPanel tasks={service.tasks} />}
          </Stack>
        )}
      </QueryState>
    </>
  )
}
