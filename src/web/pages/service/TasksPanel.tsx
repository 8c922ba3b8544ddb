import { useMemo } from 'react'
import type { TaskState } from '#contract/service.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
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
const taskKey = ({ name }: TaskState) => name

/** The periodic tasks of the console, for an administrator who wonders why something is not up to date. */
export function TasksPanel({ tasks }: { tasks: readonly TaskState[] }) {
  const t = useT()
  const columns = useMemo(() => taskColumns(t), [t])
  return (
    <Panel title={t('service.tasks')} description={t('service.tasks.text')}>
      <DataTable label={t('service.tasks')} columns={columns} rows={tasks} rowKey={taskKey} />
    </Panel>
  )
}
