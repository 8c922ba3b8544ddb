import { IconCheck, IconHelp, IconLock, IconProgress, IconUser, type TablerIcon } from '@tabler/icons-react'
import { Loader, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { LookUpState } from '#contract/jobs.ts'
import { useT } from '../../../i18n/Language.tsx'
import { colorOf, type Meaning } from '../../../ui/text/meaning.ts'
import { Pager } from '../../../ui/table/Pager.tsx'
import type { LookedUp } from '../look-ups.ts'
import classes from './NumberGrid.module.css'

const icons: Record<LookUpState, TablerIcon> = {
  absent: IconCheck,
  existsFree: IconLock,
  bound: IconUser,
  inJob: IconProgress,
  unknown: IconHelp,
}

/** The look-up's result for a number; `waiting` until it arrives. */
export type NumberOutcome = LookUpState | 'waiting'

export const lookUpMeanings: Record<NumberOutcome, Meaning> = {
  absent: 'running',
  existsFree: 'free',
  bound: 'bound',
  inJob: 'reserved',
  unknown: 'unknown',
  waiting: 'waiting',
}

interface NumberGridProps {
  numbers: readonly string[]
  /** Index from which numbers were added as replacements for existing ones. */
  addedFrom: number
  looked: ReadonlyMap<string, LookedUp>
  /** False once the look-up has failed or was cancelled. */
  isLooking: boolean
  /** Shows only the numbers with this outcome. */
  only: NumberOutcome | undefined
}

/** The planned numbers as cells. Color, sign and word show each number's state. */
export function NumberGrid({ numbers, addedFrom, looked, isLooking, only }: NumberGridProps) {
  const t = useT()
  const [{ page, pageSize }, setPage] = useState({ page: 1, pageSize: 60 })
  const planned = numbers.map((ext, index) => ({ ext, isAdded: index >= addedFrom }))
  const matching =
    only === undefined ? planned : planned.filter(({ ext }) => (looked.get(ext)?.state ?? 'waiting') === only)
  const last = Math.max(1, Math.ceil(matching.length / pageSize))
  const shownPage = Math.min(page, last)
  const from = (shownPage - 1) * pageSize
  return (
    <section aria-label={t('plan.cells')}>
      <ul className={classes.grid}>
        {matching.slice(from, from + pageSize).map(({ ext, isAdded }) => {
          const found = looked.get(ext)
          const Icon = found === undefined ? null : icons[found.state]
          const word =
            found === undefined
              ? t(isLooking ? 'plan.looking' : 'plan.notLooked')
              : t(`number.${found.state}`)
          const who = found?.extension?.agentName ?? null
          const title = [word, who, isAdded ? t('plan.added') : null]
            .filter((each) => each !== null)
            .join(' · ')
          return (
            <li key={ext}>
              <span
                className={classes.cell}
                style={found && { borderLeftColor: colorOf(lookUpMeanings[found.state]) }}
                data-state={found?.state}
                data-added={isAdded || undefined}
                title={title}
              >
                {Icon === null ? (
                  isLooking && <Loader size={12} aria-hidden />
                ) : (
                  <Icon size={14} aria-hidden />
                )}
                {ext}
                <VisuallyHidden>{title}</VisuallyHidden>
              </span>
            </li>
          )
        })}
      </ul>
      {matching.length > 60 && (
        <Pager
          page={shownPage}
          pageSize={pageSize}
          total={matching.length}
          onPage={(next) => setPage({ page: next, pageSize })}
          onPageSize={(size) => setPage({ page: 1, pageSize: size })}
        />
      )}
    </section>
  )
}
