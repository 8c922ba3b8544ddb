import { IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StateMessage } from './StateMessage.tsx'

/** Nothing there at all; `children` lead on. */
export function EmptyState(props: { title: string; text: string; children?: ReactNode }) {
  return <StateMessage icon={IconInbox} tone="quiet" {...props} />
}
