import { useQuery } from '@tanstack/react-query'
import { serviceQuery } from '../../entities/service/queries.ts'
import { usePermission, useSession } from '../../entities/session/SessionContext.tsx'

/** The last daily check of the real service, for users who may do something about it. */
export function useDailyCheck() {
  const canManage = usePermission('service.manage')
  const { sandbox } = useSession().features
  const { data, isLoading, isError } = useQuery({ ...serviceQuery(), enabled: canManage && !sandbox })
  return { check: data?.dailyCheck ?? null, isLoading, isError }
}
