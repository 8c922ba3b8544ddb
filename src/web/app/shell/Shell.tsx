import { Box, Burger, VisuallyHidden, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState, type ReactNode } from 'react'
import { Link, ScrollRestoration, useLocation } from 'react-router-dom'
import { useT } from '../../i18n/Language.tsx'
import { lazyPage } from '../../i18n/lazy-page.ts'
import { lazyPart } from '../../lib/lazy.ts'
import { PaletteButton } from '../palette/PaletteButton.tsx'
import { homeOf } from '../landing.ts'
import { unreadQuery } from '../../entities/notification/unread.ts'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { TitlePrefix } from '../../ui/layout/PageHeader.tsx'
import { useAnnouncements } from '../../ui/feedback/announce.ts'
import { ErrorBoundary } from '../../ui/feedback/ErrorBoundary.tsx'
import { useScrollRestoration } from './scroll-restoration.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { LeftOutNotice } from './LeftOutNotice.tsx'
import { ColorSchemeSwitch, LanguageSwitch } from '../../ui/layout/Switches.tsx'
import { LostFocus } from './LostFocus.tsx'
import { Navigation } from './Navigation.tsx'
import { useShellShortcuts } from './shell-shortcuts.ts'
import classes from './Shell.module.css'
import { UserMenu } from './UserMenu.tsx'
import { Later } from '../../ui/feedback/Later.tsx'

const OpenJobs = lazyPart(async () => (await import('./OpenJobs.tsx')).OpenJobs)
const Bell = lazyPage('notifications', async () => (await import('../../pages/notifications/Bell.tsx')).Bell)
const Watches = lazyPart(async () => (await import('./Watches.tsx')).Watches)

/** Shown while a page's chunk loads. */
function PageSkeleton() {
  const t = useT()
  return (
    <Stack gap="md" aria-busy>
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      <Skeleton h={28} w={240} />
      <Skeleton h={36} />
      <Skeleton h={320} />
    </Stack>
  )
}

function Announcer() {
  return (
    <VisuallyHidden role="log">
      {useAnnouncements().map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </VisuallyHidden>
  )
}

/** Puts the count of unread notifications, which the bell reads, before the page's title. */
function UnreadInTitle({ children }: { children: ReactNode }) {
  const { unread = 0 } = useQuery({ ...unreadQuery(), enabled: false }).data ?? {}
  return <TitlePrefix value={unread > 0 ? `(${unread}) ` : ''}>{children}</TitlePrefix>
}

/**
 * Header and navigation around the current page, which does not re-render with them. The layout is one style sheet: Mantine's
 * AppShell would add 10 kB before the first page.
 */
export function Shell({ children }: { children: ReactNode }) {
  const t = useT()
  const { pathname } = useLocation()
  const session = useSession()
  const [navOpen, setNavOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  useScrollRestoration()
  useShellShortcuts()
  return (
    <div className={classes.shell}>
      <header className={classes.header}>
        <a
          href="#main"
          className={classes.skip}
          // Following the link would add a history entry that the router does not know.
          onClick={(event) => {
            event.preventDefault()
            main.current?.focus()
          }}
        >
          {t('shell.skip')}
        </a>
        <Burger
          opened={navOpen}
          onClick={() => setNavOpen((open) => !open)}
          hiddenFrom="md"
          size="sm"
          aria-label={t(navOpen ? 'shell.closeMenu' : 'shell.openMenu')}
          aria-expanded={navOpen}
        />
        <Link to={homeOf(session)} className={classes.product} aria-label={t('product')}>
          <img src="/favicon.svg" alt="" width={24} height={24} />
          <span>{t('product')}</span>
        </Link>
        {session.features.sandbox && (
          <span className={classes.sandbox} title={t('shell.sandbox.note')}>
            {t('shell.sandbox')}
          </span>
        )}
        <div className={classes.search}>
          <Later>
            <OpenJobs />
          </Later>
          <PaletteButton />
        </div>
        {session.permissions.includes('extension.read') && (
          <Box className={classes.button}>
            <Later>
              <Bell />
            </Later>
          </Box>
        )}
        <LanguageSwitch />
        <ColorSchemeSwitch />
        <Box className={classes.button}>
          <UserMenu />
        </Box>
      </header>
      <nav className={classes.navbar} data-open={navOpen || undefined} aria-label={t('shell.navigation')}>
        <Navigation onNavigate={() => setNavOpen(false)} />
      </nav>
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <ConnectionBanner />
        <LeftOutNotice />
        <div className={classes.page}>
          <UnreadInTitle>
            <Suspense fallback={<PageSkeleton />}>
              <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
            </Suspense>
          </UnreadInTitle>
        </div>
      </main>
      <Announcer />
      <ScrollRestoration />
      <LostFocus />
      <Later>
        <Watches />
      </Later>
    </div>
  )
}
