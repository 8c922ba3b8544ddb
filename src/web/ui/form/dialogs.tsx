import { createContext, Suspense, useContext, useEffect, useLayoutEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { reportFailedLoad } from '../../lib/failed-load.ts'
import { sharedValue } from '../../lib/shared-value.ts'
import { ErrorBoundary } from '../feedback/ErrorBoundary.tsx'

interface DialogOptions {
  /** Rendered while a dialog in its own chunk loads. */
  loading?: ReactNode
  /** For a sign-in, for which the calls of every page wait: leaving the page does not close it. */
  outlivesPage?: boolean
}
interface Opened {
  id: number
  /** The path that the dialog was opened on, also while its page still loads. */
  path: string
  draw: (close: () => void) => ReactNode
  options: DialogOptions
  /** True while its script is missing: it is not drawn until the user tries again. */
  hasFailed: boolean
}
const opened = sharedValue<readonly Opened[]>([])
let count = 0

const setFailed = (id: number, hasFailed: boolean) =>
  opened.set(opened.get().map((each) => (each.id === id ? { ...each, hasFailed } : each)))
const close = (id: number) => opened.set(opened.get().filter((each) => each.id !== id))

/**
 * Opens a dialog over the page, and returns the function that closes it. A poll that takes away the button or row that opened it does
 * not close it; leaving the page does.
 */
export function openDialog(draw: Opened['draw'], options: DialogOptions = {}): () => void {
  count += 1
  const id = count
  const path = window.location.pathname
  opened.set([...opened.get(), { id, path, draw, options, hasFailed: false }])
  return () => close(id)
}

/** True as soon as a dialog is requested, even while it loads. */
export const isDialogOpen = () => opened.get().some(({ hasFailed }) => !hasFailed)

/** Focuses a part of the page that has just loaded, unless the user is in a dialog. */
export function focusOnArrival(part: HTMLElement | null, options?: FocusOptions): void {
  if (!isDialogOpen()) part?.focus(options)
}

/** Closes the dialogs of other pages when it is unmounted: before the effects of the next page, whose heading takes the focus. */
function CloseOnLeave() {
  useLayoutEffect(
    () => () => {
      const { pathname } = window.location
      opened.set(
        opened.get().filter(({ path, options }) => path === pathname || options.outlivesPage === true),
      )
    },
    [],
  )
  return null
}

const OnTopContext = createContext(true)
/** True while no other dialog is above this one. Every open dialog hears the Escape key. */
export const useIsOnTop = (): boolean => useContext(OnTopContext)

/** Offers to load a dialog again, until it is closed or its page is left. */
function FailedLoad({ id }: { id: number }) {
  useEffect(() => reportFailedLoad({ kind: 'part', retry: () => setFailed(id, false) }), [id])
  return null
}

/** The open dialogs, the latest above the others. Rendered once, for the user's session. */
export function Dialogs() {
  const { pathname } = useLocation()
  // After a sign-out, the next user has none of them.
  useLayoutEffect(() => () => opened.set([]), [])
  const all = opened.use()
  const onTop = all.findLast(({ hasFailed }) => !hasFailed)
  const dialogs = all.map(({ id, draw, options, hasFailed }) =>
    hasFailed ? (
      <FailedLoad key={id} id={id} />
    ) : (
      <ErrorBoundary key={id} instead={null} onFault={() => setFailed(id, true)}>
        <OnTopContext value={id === onTop?.id}>
          <Suspense fallback={options.loading}>{draw(() => close(id))}</Suspense>
        </OnTopContext>
      </ErrorBoundary>
    ),
  )
  return (
    <>
      <CloseOnLeave key={pathname} />
      {dialogs}
    </>
  )
}
