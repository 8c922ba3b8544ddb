import type { Warning } from '#contract/page.ts'
import { lazyFeature } from '../../lib/lazy.ts'
import { Optional } from './Optional.tsx'

const WarningList = lazyFeature(async () => (await import('./WarningList.tsx')).WarningList)

/** What the BFF noticed about an answer that it could still use; nothing for most answers. */
export const Warnings = ({ warnings }: { warnings: readonly Warning[] }) =>
  warnings.length > 0 && (
    <Optional>
      <WarningList warnings={warnings} />
    </Optional>
  )
