import type { Job } from '#contract/jobs.ts'
import { useT } from '../../i18n/Language.tsx'
import shares from '../../ui/ShareBar.module.css'
import { sharesOf } from '../job-labels.ts'

/** A job's progress bar without its legend; the counts are in the other columns. */
export function MiniBar({ job }: { job: Job }) {
  const t = useT()
  return (
    <div className={shares.bar} aria-hidden>
      {sharesOf(job, t)
        .filter(({ value }) => value > 0)
        .map(({ id, value, tone }) => (
          <span key={id} className={`${shares.part} ${shares[tone]}`} style={{ flexGrow: value }} />
        ))}
    </div>
  )
}
