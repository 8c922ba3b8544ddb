import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../i18n/Language.tsx'
import { alertCountQuery } from './queries.ts'
import classes from './AlertCount.module.css'

/** The number of unacknowledged alerts, beside the page's name in the navigation. Renders nothing when there are none. */
export function AlertCount() {
  const t = useT()
  const { data } = useQuery(alertCountQuery())
  if (data === undefined || data.count === 0) return null
  const label = t('alerts.count', { count: data.count })
  return (
    <span className={classes.root} title={label}>
      <span aria-hidden>{data.count}</span>
      <VisuallyHidden> {label}</VisuallyHidden>
    </span>
  )
}
