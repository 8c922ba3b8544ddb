import type { Warning } from '#contract/page.ts'
import { lazyFeature } from '../../lib/lazy.ts'
import { Optional } from './Optional.tsx'

const WarningList = lazyFeature(async () => (await import('./WarningList.tsx')).WarningList)

/** Shows the BFF's warnings about a usable answer of the service; renders nothing without warnings. */
export const Warnings = ({ warnings }: { warnings: readonly Warning[] }) =>
  warnings.length > 0 && (
    <Optional>
      <WarningList warnings={warnings} />
    </Optional>
  )
