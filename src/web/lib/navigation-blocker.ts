import { createContext, useCallback, useContext, useLayoutEffect, useRef } from 'react'

/** Asks before a move to another page while work is unsaved. Provided by `app/BlockingRouter.tsx`. */
export interface NavigationBlocker {
  /** Marks a piece of unsaved work. Returns the function that removes the mark. */
  block: () => () => void
  /** Runs `go` at once, or after the user agrees to lose unsaved work; else runs `stay`. Keeps the marks, since `go` may still fail. */
  confirmLeave: (go: () => void, stay?: () => void) => void
  /** Removes all marks and so gives up unsaved work. */
  unblockAll: () => void
}

const BlockerContext = createContext<NavigationBlocker | null>(null)
export const NavigationBlockerProvider = BlockerContext.Provider

export function useNavigationBlocker(): NavigationBlocker {
  const blocker = useContext(BlockerContext)
  if (blocker === null) throw new Error('useNavigationBlocker needs <BlockingRouter> above it')
  return blocker
}

/** While `dirty`, leaving the page asks first. Call the returned function after a successful save, before navigating. */
export function useUnsavedChanges(dirty: boolean): () => void {
  const blocker = useNavigationBlocker()
  const release = useRef<(() => void) | null>(null)
  useLayoutEffect(() => {
    if (!dirty) return undefined
    release.current = blocker.block()
    return release.current
  }, [blocker, dirty])
  return useCallback(() => release.current?.(), [])
}
