import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useT } from '../../i18n/Language.tsx'
import { useSession } from '../session/SessionContext.tsx'

/** True for a user who is limited to departments alone: no number that is not bound is within the limit. */
export function useLacksPool(): boolean {
  const { limit } = useSession()
  return limit !== undefined && limit.pools.length === 0
}

/** Says why such a user has no number to reserve, and who can change that. */
export function NoPool() {
  const t = useT()
  const departments = useSession().limit?.departments ?? []
  return (
    <Alert icon={<IconAlertTriangle size={18} aria-hidden />}>
      {t('reserve.noPool', { departments: departments.join(t('list.separator')) })}
    </Alert>
  )
}
