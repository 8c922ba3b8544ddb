import {
  createContext,
  startTransition,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import {
  NavigationType,
  Router,
  UNSAFE_createBrowserHistory,
  type Navigator,
  type To,
} from 'react-router-dom'
import { useT } from './i18n/Language.tsx'
import { lazyFeature } from './lazy.ts'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'

const LeaveDialog = lazyFeature(async () => (await import('./ui/LeaveDialog.tsx')).LeaveDialog)

interface Guard {
  /** Marks a piece of unsaved work; the answer takes the mark off. */
  hold: () => () => void
  /** Runs `go` at once, or after the reader agreed to lose what is unsaved, else `stay`. The marks stay: `go` may yet fail. */
  leave: (go: () => void, stay?: () => void) => void
  /** Takes all marks off: what is unsaved is given up. */
  dropAll: () => void
}

/** What each answer leads to. */
interface Question {
  go: () => void
  stay?: (() => void) | undefined
}

const GuardContext = createContext<Guard | null>(null)

/** A history whose moves to another page ask first while work is unsaved. Moves within the page (its search) never ask. */
function createGuard(ask: (question: Question) => void) {
  const history = UNSAFE_createBrowserHistory({ v5Compat: true })
  const held = new Set<symbol>()
  let shown = history.location
  let undoing = false
  const guard: Guard = {
    hold: () => {
      const mark = Symbol('unsaved')
      held.add(mark)
      return () => held.delete(mark)
    },
    leave: (go, stay) => {
      if (held.size === 0) go()
      else ask({ go, stay })
    },
    dropAll: () => held.clear(),
  }
  const move = (go: () => void) =>
    guard.leave(() => {
      guard.dropAll()
      go()
    })
  const guarded = (to: To, go: () => void) => {
    if (history.createURL(to).pathname === shown.pathname) go()
    else move(go)
  }
  const navigator: Navigator = {
    createHref: (to) => history.createHref(to),
    createURL: (to) => history.createURL(to),
    encodeLocation: (to) => history.encodeLocation(to),
    go: (delta) => history.go(delta),
    push: (to, state) => guarded(to, () => history.push(to, state)),
    replace: (to, state) => guarded(to, () => history.replace(to, state)),
  }
  /** Back and forward have already happened when they are heard of: taken back, then asked, then done again. */
  const listen = (show: () => void) => {
    const stop = history.listen(({ action, location, delta }) => {
      if (undoing) {
        undoing = false
        return
      }
      if (action === NavigationType.Pop && delta && held.size > 0 && location.pathname !== shown.pathname) {
        undoing = true
        history.go(-delta)
        move(() => history.go(delta))
        return
      }
      shown = location
      show()
    })
    // Nobody has heard of what happened while the page was drawn for the first time.
    if (history.createHref(history.location) !== history.createHref(shown)) {
      shown = history.location
      show()
    }
    return stop
  }
  const warnOnUnload = (event: BeforeUnloadEvent) => {
    if (held.size > 0) event.preventDefault()
  }
  return { history, guard, navigator, listen, warnOnUnload }
}

/** The browser's history as the declarative router, plus the unsaved-changes guard that react-router keeps for its data router. */
export function BlockingRouter({ children }: { children: ReactNode }) {
  const t = useT()
  const [pending, setPending] = useState<Question | null>(null)
  const { history, guard, navigator, listen, warnOnUnload } = useMemo(() => createGuard(setPending), [])
  const [state, setState] = useState({ action: history.action, location: history.location })
  useLayoutEffect(
    () =>
      listen(() => startTransition(() => setState({ action: history.action, location: history.location }))),
    [history, listen],
  )
  useEffect(() => {
    window.addEventListener('beforeunload', warnOnUnload)
    return () => window.removeEventListener('beforeunload', warnOnUnload)
  }, [warnOnUnload])
  const stay = () => {
    setPending(null)
    pending?.stay?.()
  }
  const go = () => {
    setPending(null)
    pending?.go()
  }
  return (
    <GuardContext value={guard}>
      <Router location={state.location} navigationType={state.action} navigator={navigator}>
        {children}
        {pending !== null && (
          // Where the dialog cannot be fetched, the browser asks: what is unsaved outlives the server.
          <ErrorBoundary instead={null} onFault={() => (window.confirm(t('leave.text')) ? go() : stay())}>
            <Suspense fallback={null}>
              <LeaveDialog onStay={stay} onLeave={go} />
            </Suspense>
          </ErrorBoundary>
        )}
      </Router>
    </GuardContext>
  )
}

export function useGuard(): Guard {
  const guard = useContext(GuardContext)
  if (guard === null) throw new Error('the guard needs <BlockingRouter> above it')
  return guard
}

/** While `dirty`, leaving the page asks first. The answer ends that: call it when a save succeeded, before navigating. */
export function useUnsavedChanges(dirty: boolean): () => void {
  const guard = useGuard()
  const release = useRef<(() => void) | null>(null)
  useLayoutEffect(() => {
    if (!dirty) return undefined
    release.current = guard.hold()
    return release.current
  }, [guard, dirty])
  return useCallback(() => release.current?.(), [])
}
