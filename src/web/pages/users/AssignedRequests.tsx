import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/users.ts'
import { requestsQuery } from '../../entities/request/queries.ts'
import { useT } from '../../i18n/Language.tsx'

/** What becomes of the requests that are assigned to the user. Quiet, as the action works without this. */
export function AssignedRequests({ user: { id, name } }: { user: User }) {
  const t = useT()
  const query = requestsQuery({ assignee: id, state: 'pending', pageSize: 1 })
  const count = useQuery({ ...query, meta: { quiet: true } }).data?.total ?? 0
  return count > 0 && <Text>{t('users.work.requests', { count, name })}</Text>
}
