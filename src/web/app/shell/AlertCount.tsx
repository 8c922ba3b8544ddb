import { VisuallyHidden } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { countAlerts } from '#contract/alert-count.ts'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n/Language.tsx'
import classes from './AlertCount.module.css'

const minuteMs = 60_000

/** Its key begins like that of the pages' alerts, so that their changes count here at once. */
const alertCountQuery = () =>
  queryOptions({
    queryKey: ['capacity', 'alerts'],
    queryFn: ({ signal }) => call(countAlerts, { signal }),
    staleTime: minuteMs,
    refetchInterval: 5 * minuteMs,
  })

/** The number of alerts that are not snoozed, beside the page's name in the navigation. Renders nothing when there are none. */
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
