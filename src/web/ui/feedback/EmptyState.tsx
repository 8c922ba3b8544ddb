import { IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StateMessage } from './StateMessage.tsx'

/** Shown when no data exists yet; `children` are the next steps. */
export function EmptyState(props: { title: string; text: string; children?: ReactNode }) {
  return <StateMessage icon={IconInbox} tone="quiet" {...props} />
}
