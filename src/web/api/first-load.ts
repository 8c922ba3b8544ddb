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
 * True until all reads of a page have their first answers or have failed, so that its parts appear together and none pushes another
 * down. Deferred, because rendering them in one piece would block a phone.
 */
export const useFirstLoad = (...reads: readonly LoadState[]): boolean =>
  useDeferredValue(reads.some(isFirstLoad))
