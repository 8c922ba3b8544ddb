import { IconCheck, IconHelp, IconLock, IconUser, type TablerIcon } from '@tabler/icons-react'
import { Loader, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { NumberState } from '#contract/jobs.ts'
import { useT } from '../../i18n/Language.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import type { LookedUp } from '../look-ups.ts'
import classes from './NumberGrid.module.css'

const icons: Record<NumberState, TablerIcon> = {
  free: IconCheck,
  taken: IconLock,
  bound: IconUser,
  unknown: IconHelp,
}

interface NumberGridProps {
  numbers: readonly string[]
  /** From here on numbers were added to make up for those that exist. */
  addedFrom: number
  looked: ReadonlyMap<string, LookedUp>
}

/** The planned numbers as cells, each with its state by colour, sign and word. */
export function NumberGrid({ numbers, addedFrom, looked }: NumberGridProps) {
  const t = useT()
  const [{ page, pageSize }, setPage] = useState({ page: 1, pageSize: 60 })
  const last = Math.max(1, Math.ceil(numbers.length / pageSize))
  const shownPage = Math.min(page, last)
  const from = (shownPage - 1) * pageSize
  return (
    <section aria-label={t('plan.cells')}>
      <ul className={classes.grid}>
        {numbers.slice(from, from + pageSize).map((ext, index) => {
          const found = looked.get(ext)
          const Icon = found === undefined ? null : icons[found.state]
          const word = found === undefined ? t('plan.looking') : t(`number.${found.state}`)
          const who = found?.extension?.agentName ?? null
          const added = from + index >= addedFrom
          const title = [word, who, added ? t('plan.added') : null]
            .filter((each) => each !== null)
            .join(' · ')
          return (
            <li key={ext}>
              <span
                className={classes.cell}
                data-state={found?.state}
                data-added={added || undefined}
                title={title}
              >
                {Icon === null ? <Loader size={12} aria-hidden /> : <Icon size={14} aria-hidden />}
                {ext}
                <VisuallyHidden>{title}</VisuallyHidden>
              </span>
            </li>
          )
        })}
      </ul>
      {numbers.length > 60 && (
        <Pager
          page={shownPage}
          pageSize={pageSize}
          total={numbers.length}
          onPage={(next) => setPage({ page: next, pageSize })}
          onPageSize={(size) => setPage({ page: 1, pageSize: size })}
        />
      )}
    </section>
  )
}
