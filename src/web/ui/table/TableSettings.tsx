import { Suspense, useState } from 'react'
import { lazyFeature } from '../../lib/lazy.ts'
import { SettingsButton } from './SettingsButton.tsx'
import type { TableSettingsProps } from './TableSettingsPopover.tsx'

const TableSettingsPopover = lazyFeature(
  async () => (await import('./TableSettingsPopover.tsx')).TableSettingsPopover,
)

/** Columns and row height, behind one button; what it opens is fetched when it is asked for. */
export function TableSettings(props: TableSettingsProps) {
  const [wanted, setWanted] = useState(false)
  if (!wanted) return <SettingsButton onClick={() => setWanted(true)} />
  return (
    <Suspense fallback={<SettingsButton loading />}>
      <TableSettingsPopover {...props} />
    </Suspense>
  )
}
