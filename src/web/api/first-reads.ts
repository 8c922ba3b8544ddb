import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Session } from '#contract/session.ts'

/** What decides with which reads a page begins. */
export interface Visit {
  session: Session
  /** The parameters in the page's path. */
  params: Readonly<Record<string, string | undefined>>
  search: URLSearchParams
}

interface FirstRead {
  queryKey: QueryKey
  enabled?: unknown
}

/**
 * A page. `firstReads` are what it reads first, the queries that its component uses: they start with the page's script, where the first
 * render would start them half a second later on a phone.
 */
export type PageComponent = ComponentType & { firstReads?: (visit: Visit) => readonly FirstRead[] }

export function startReads(client: QueryClient, reads: readonly FirstRead[]): void {
  for (const read of reads) if (read.enabled !== false) void client.prefetchQuery(read)
}
