import { useDeferredValue } from 'react'

export interface LoadState {
  isLoading: boolean
  isFetched: boolean
}

/**
 * True until a read has its first answer or has failed for the first time. `isLoading` becomes true again each time that a failed read is
 * repeated: a page that waits for it would replace what it shows, mount its parts again, and with them repeat the read for ever.
 */
export const isFirstLoad = ({ isLoading, isFetched }: LoadState): boolean => isLoading && !isFetched

/**
 * True until these reads have their first answers or have failed, so that the parts that show them appear together and none pushes
 * another down. The end is deferred: TanStack Query reports an answer outside of transitions, and rendering it in one piece would block
 * a phone.
 */
export function useFirstLoad(...reads: readonly LoadState[]): boolean {
  const isLoading = reads.some(isFirstLoad)
  return useDeferredValue(isLoading) || isLoading
}
