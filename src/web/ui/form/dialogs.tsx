import { createContext, Suspense, useContext, useLayoutEffect, type ReactNode } from 'react'
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
}
const opened = sharedValue<readonly Opened[]>([])
let count = 0

const open = (dialog: Omit<Opened, 'path'>) =>
  opened.set([...opened.get(), { ...dialog, path: window.location.pathname }])
const close = (id: number) => opened.set(opened.get().filter((each) => each.id !== id))

/**
 * Opens a dialog over the page, and returns the function that closes it. A poll that takes away the button or row that opened it does
 * not close it; leaving the page does.
 */
export function openDialog(draw: Opened['draw'], options: DialogOptions = {}): () => void {
  count += 1
  const id = count
  open({ id, draw, options })
  return () => close(id)
}

/** True as soon as a dialog is requested, even while it loads. */
export const isDialogOpen = () => opened.get().length > 0

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

/** The open dialogs, the latest above the others. Rendered once, for the user's session. */
export function Dialogs() {
  const { pathname } = useLocation()
  // After a sign-out, the next user has none of them.
  useLayoutEffect(() => () => opened.set([]), [])
  const dialogs = opened.use().map(({ id, draw, options }, index, { length }) => {
    const onFault = () => {
      close(id)
      // Under the same id, so that the function that closes the dialog still does.
      reportFailedLoad({ kind: 'part', retry: () => open({ id, draw, options }) })
    }
    return (
      <ErrorBoundary key={id} instead={null} onFault={onFault}>
        <OnTopContext value={index === length - 1}>
          <Suspense fallback={options.loading}>{draw(() => close(id))}</Suspense>
        </OnTopContext>
      </ErrorBoundary>
    )
  })
  return (
    <>
      <CloseOnLeave key={pathname} />
      {dialogs}
    </>
  )
}
