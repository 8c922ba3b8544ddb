import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { Connect } from './Connect.tsx'
import { CurrentService } from './CurrentService.tsx'
import { TasksPanel } from './TasksPanel.tsx'
import { serviceQuery } from '../../entities/service/queries.ts'

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
