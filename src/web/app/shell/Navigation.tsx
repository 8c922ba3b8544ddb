import { Box, Text } from '@mantine/core'
import { Link, useLocation } from 'react-router-dom'
import type { MessageKey } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { isOpenTo, routeAt, routes, type AppRoute } from '../routes.tsx'
import { Later } from '../../ui/feedback/Later.tsx'
import { useSession } from '../../entities/session/SessionContext.tsx'
import classes from './Shell.module.css'

const groups = [
  ['numbers', 'nav.group.numbers'],
  ['people', 'nav.group.people'],
  ['create', 'nav.group.create'],
  ['system', 'nav.group.system'],
] as const satisfies readonly (readonly [string, MessageKey])[]

/** Returns `page` when the entry's own page is open, `true` when a page of its tabs is open. */
function currentOf(route: AppRoute, current: AppRoute | undefined): 'page' | 'true' | undefined {
  if (current === undefined) return undefined
  if (current.path === route.path) return 'page'
  return current.nav === undefined && current.tab !== undefined && current.tab === route.tab
    ? 'true'
    : undefined
}

/** The pages that this user works with, in the order of the route table. */
export function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const t = useT()
  const { pathname } = useLocation()
  const session = useSession()
  const open = routes.filter((route) => isOpenTo(session, route))
  const current = routeAt(pathname)
  return groups.map(([group, title]) => {
    const items = open.flatMap((route) =>
      route.nav?.group === group && route.nav.isFor?.(session) !== false
        ? [{ label: route.title ?? 'product', route, ...route.nav } as const]
        : [],
    )
    if (items.length === 0) return null
    return (
      <Box key={group} px="sm" pt="0.75rem">
        {items.some(({ label }) => label !== title) && (
          <Text size="xs" fw={600} c="dimmed" px="0.75rem" pb="xs">
            {t(title)}
          </Text>
        )}
        <Box component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {items.map(({ route, label, icon: Icon, Count }) => (
            <li key={route.path} style={{ position: 'relative' }}>
              <Link
                to={route.path}
                className={classes.navLink}
                aria-current={currentOf(route, current)}
                onClick={onNavigate}
              >
                <Icon size={18} stroke={1.6} aria-hidden />
                {t(label)}
              </Link>
              {Count !== undefined && (
                <Later>
                  <Count />
                </Later>
              )}
            </li>
          ))}
        </Box>
      </Box>
    )
  })
}
