interface LoadState {
  isLoading: boolean
  isFetched: boolean
}

/**
 * True until a read has its first answer or has failed for the first time. `isLoading` becomes true again each time that a failed read is
 * repeated: a page that waits for it would replace what it shows, mount its parts again, and with them repeat the read for ever.
 */
export const isFirstLoad = ({ isLoading, isFetched }: LoadState): boolean => isLoading && !isFetched
