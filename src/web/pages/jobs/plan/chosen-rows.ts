import { useMemo, useState } from 'react'
import { maxItems, type NewItem } from '#contract/jobs.ts'

/**
 * Chooses the rows of a job: `rows` can be created; `possible` may be refused, because the console could not confirm them, so the user
 * decides. Numbers that another user is creating can be left out.
 */
export function useChosenRows(rows: readonly NewItem[], possible: readonly NewItem[] = []) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const [withPossible, setWithPossible] = useState(false)
  const toCreate = useMemo(
    () =>
      [...rows, ...(withPossible ? possible : [])]
        .filter(({ ext }) => !leftOut.has(ext))
        .toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
        .slice(0, maxItems),
    [rows, possible, withPossible, leftOut],
  )
  return {
    toCreate,
    numbers: useMemo(() => toCreate.map(({ ext }) => ext), [toCreate]),
    possible: possible.length,
    withPossible,
    setWithPossible,
    leaveOut: (numbers: readonly string[]) => setLeftOut(new Set([...leftOut, ...numbers])),
  }
}
export type ChosenRows = ReturnType<typeof useChosenRows>
