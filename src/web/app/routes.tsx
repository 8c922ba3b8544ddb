import {
  IconChartBar,
  IconHeadset,
  IconHistory,
  IconLayoutGrid,
  IconListCheck,
  IconPlugConnected,
  IconPlus,
  IconSend,
  IconSettings,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { matchRoutes } from 'react-router-dom'
import { pages, type ListedPage, type PageName } from '#contract/page-patterns.ts'
import type { Session } from '#contract/session.ts'
import { leadsTeam } from './landing.ts'
import { IdlePage } from '../pages/numbers/idle/IdlePage.tsx'
import { AlertCount } from './shell/AlertCount.tsx'
import type { MessageKey } from '../i18n/catalogue.ts'
import { lazyPage } from '../i18n/lazy-page.ts'
import type { LazyComponent } from '../lib/lazy.ts'

interface NavEntry {
  icon: TablerIcon
  group: 'numbers' | 'people' | 'create' | 'system'
  /** The page's title by default. */
  label?: MessageKey
  Badge?: ComponentType
  /** True for the users whose navigation has the page, when it is open to others as well. */
  isFor?: (session: Session) => boolean
}

/** The pages in the navigation. Other pages lead to the rest. */
const navigation: Readonly<Record<string, NavEntry>> = {
  overview: { icon: IconChartBar, group: 'numbers', Badge: AlertCount, isFor: (user) => !leadsTeam(user) },
  team: { icon: IconUsersGroup, group: 'numbers', isFor: leadsTeam },
  numbers: { icon: IconLayoutGrid, group: 'numbers' },
  agents: { icon: IconHeadset, group: 'people' },
  requests: { icon: IconSend, group: 'people' },
  newExtension: { icon: IconPlus, group: 'create', label: 'create.title' },
  jobs: { icon: IconListCheck, group: 'create', isFor: (user) => !leadsTeam(user) },
  service: { icon: IconPlugConnected, group: 'system' },
  audit: { icon: IconHistory, group: 'system' },
  users: { icon: IconUsers, group: 'system' },
  settings: { icon: IconSettings, group: 'system' },
} satisfies Partial<Record<PageName, NavEntry>>

/** The accessible name of each group of tabs. */
export const tabGroups = {
  create: 'create.ways',
  notifications: 'notifications.title',
  numbers: 'numbers.tabs',
  reservations: 'reservations.tabs',
  service: 'service.tabs',
  settings: 'nav.settings',
} as const satisfies Record<NonNullable<ListedPage['tab']>, MessageKey>

/** A page of `page-patterns.ts`; its titles are keys of messages. */
interface Page extends Omit<ListedPage, 'title' | 'tabLabel'> {
  title?: MessageKey
  tabLabel?: MessageKey
}

export interface AppRoute extends Page {
  Component: ComponentType | LazyComponent<object>
  nav: NavEntry | undefined
}

/** The service's list is part of the entry; every other page has its own chunk. */
const modules = import.meta.glob<Readonly<Record<string, ComponentType>>>([
  '../pages/**/*Page.tsx',
  '!../pages/numbers/idle/IdlePage.tsx',
])

/** Returns the component of the page `name`, which loads with the messages of its folder. */
function componentOf(name: string): AppRoute['Component'] {
  if (name === 'idle') return IdlePage
  const component = `${name.charAt(0).toUpperCase()}${name.slice(1)}Page`
  const [file = '', load] = Object.entries(modules).find(([path]) => path.endsWith(`/${component}.tsx`)) ?? []
  return lazyPage(file.split('/')[2] ?? '', async () => {
    const Page = (await load?.())?.[component]
    if (Page === undefined) throw new Error(`src/web/pages has no ${component}`)
    return Page
  })
}

const { signIn: signInPage, ...pagesOfUsers } = pages
const typedPages: Readonly<Record<string, Page>> = pagesOfUsers

/** The page shown without a session. */
export const signInRoute = { path: signInPage.path, Component: componentOf('signIn') }

/** The only route table, in the order of the navigation. The BFF enforces the permissions of what the pages read and change. */
export const routes: readonly AppRoute[] = Object.entries(typedPages).map(([name, page]) => ({
  ...page,
  Component: componentOf(name),
  nav: navigation[name],
}))

const routeObjects = routes.map(({ path }) => ({ path }))

/** Returns the route that `<Routes>` matches for a path; `undefined` when no page has this path. */
export function routeAt(pathname: string): AppRoute | undefined {
  const path = matchRoutes(routeObjects, pathname)?.at(0)?.route.path
  return routes.find((route) => route.path === path)
}

/** True when the user's role and the settings allow the page. The BFF enforces the same rule. */
export const isOpenTo = (
  { permissions, features }: Pick<Session, 'permissions' | 'features'>,
  { permission, feature }: AppRoute,
): boolean =>
  (permission === undefined || permissions.includes(permission)) &&
  (feature === undefined || features[feature])

/** Loads the chunk of the page at this path. Ignores a failure: the page fails again on render, in its error boundary. */
export async function preload(pathname: string): Promise<void> {
  const page = routeAt(pathname)?.Component
  if (page !== undefined && 'load' in page) await page.load().catch(() => undefined)
}
