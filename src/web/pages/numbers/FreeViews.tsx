import { Group } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import classes from './FreeViews.module.css'

/** The two views of the free numbers: without those reserved here, and the service's own idle list (operation 8). */
export function FreeViews({
  current,
  search,
}: {
  current: 'console' | 'service'
  search: string | undefined
}) {
  const t = useT()
  const start = search !== undefined && /^\d+$/.test(search) ? search : undefined
  const views = [
    ['console', paths.numbers({ state: 'free', ...(search === undefined ? {} : { search }) })],
    ['service', paths.idle(start === undefined ? {} : { ext: start })],
  ] as const
  return (
    <Group component="nav" gap={0} aria-label={t('numbers.views')} className={classes.root} data-no-print>
      {views.map(([view, to]) => (
        <Link
          key={view}
          to={to}
          className={classes.view}
          aria-current={view === current ? 'page' : undefined}
        >
          {t(`numbers.view.${view}`)}
        </Link>
      ))}
    </Group>
  )
}
