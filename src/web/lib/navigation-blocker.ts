import { createContext, useCallback, useContext, useLayoutEffect, useRef } from 'react'

/**
 * What the user would lose: `input` typed on the page; a secret that is shown `once` and not copied; the `result` of a request that has
 * been sent; only the `password` of a draft that is kept; a `draft`, which other values for the same form replace; all drafts by a
 * `signOut`; what is typed in a `dialog`.
 */
export type Loss = 'input' | 'once' | 'result' | 'password' | 'draft' | 'signOut' | 'dialog'
/** What a page can mark as unsaved. Only other values for the same form endanger a draft. */
type Unsaved = 'input' | 'once' | 'result' | 'password' | 'draft'

/** Asks before the user loses something. Provided by `app/UnsavedWork.tsx`. */
export interface NavigationBlocker {
  /** Marks a piece of unsaved work. Returns the function that removes the mark. */
  block: (unsaved: Unsaved) => () => void
  /** Runs `go` at once, or after the user agrees to lose unsaved work; else runs `stay`. Keeps the marks, since `go` may still fail. */
  confirmLeave: (go: () => void, stay?: () => void) => void
  /** Like `confirmLeave`, for a form that is filled in again on the same page: a draft would be replaced too. */
  confirmReplace: (go: () => void, stay?: () => void) => void
  /** Runs `go` at once, or after the user agrees to lose a secret that is shown once: closing its dialog leaves no page. */
  confirmShownOnce: (go: () => void) => void
  /** Always asks. Returns the function that withdraws the question, for a question that has become pointless. */
  confirmLoss: (loss: Loss, go: () => void, stay?: () => void) => () => void
  /** Removes all marks and so gives up unsaved work. */
  unblockAll: () => void
}

const BlockerContext = createContext<NavigationBlocker | null>(null)
export const NavigationBlockerProvider = BlockerContext.Provider

export function useNavigationBlocker(): NavigationBlocker {
  const blocker = useContext(BlockerContext)
  if (blocker === null) throw new Error('useNavigationBlocker needs <UnsavedWork> above it')
  return blocker
}

/**
 * While `dirty`, leaving the page asks first, unless a stored draft keeps the work. Call the returned function after a successful save,
 * before navigating.
 */
export function useUnsavedChanges(dirty: boolean, unsaved: Unsaved = 'input'): () => void {
  const blocker = useNavigationBlocker()
  const release = useRef<(() => void) | null>(null)
  useLayoutEffect(() => {
    if (!dirty) return undefined
    release.current = blocker.block(unsaved)
    return release.current
  }, [blocker, dirty, unsaved])
  return useCallback(() => release.current?.(), [])
}
