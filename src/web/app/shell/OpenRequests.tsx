import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { requestSummaryQuery } from '../../entities/request/queries.ts'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { useT } from '../../i18n/Language.tsx'
import classes from './OpenRequests.module.css'

/** How many requests wait for the user: every pending one for administrators, for others those assigned to them. */
export function OpenRequests() {
  const t = useT()
  const isAdministrator = usePermission('settings.manage')
  const { pending = 0, overdue = 0, assigned = 0 } = useQuery(requestSummaryQuery()).data ?? {}
  const count = isAdministrator ? pending : assigned
  if (count === 0) return null
  const isLate = isAdministrator && overdue > 0
  return (
    <span className={classes.root} data-late={isLate || undefined}>
      <span aria-hidden>{count}</span>
      <VisuallyHidden>{t(isLate ? 'nav.requests.overdue' : 'nav.requests.open', { count })}</VisuallyHidden>
    </span>
  )
}
