import { useEffect, useLayoutEffect, useState } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'
import { sharedValue } from '../../lib/shared-value.ts'

/** The rows selected across a list's pages, or all rows that match its filters except some. */
interface Selection {
  all: boolean
  /** The selected rows; the exceptions while `all` is true. */
  keys: ReadonlySet<string>
}

const none: Selection = { all: false, keys: new Set() }

/** The page of a row. */
const rowPage = /^\/extensions\/\d+$/

/** Creates a list's selection. Outside React, so that a change renders one row. */
export function createSelection() {
  const selection = sharedValue(none)
  let filtersOfSelection = ''
  return {
    use: selection.use,
    /** True when the row is selected. Re-renders only when that changes. */
    useIsSelected: (key: string): boolean => selection.useOf(({ all, keys }) => all !== keys.has(key)),
    /**
     * Clears the selection when the filters change or the list is left, because the selected rows may be out of view. A visit to
     * the page of a row, and back, keeps it.
     */
    useResetWith(filters: object): void {
      const now = JSON.stringify(filters)
      const type = useNavigationType()
      // Only the navigation that opened the page counts, not one to its next page.
      const [isBack] = useState(type === NavigationType.Pop)
      useLayoutEffect(() => {
        if (!isBack || filtersOfSelection !== now) selection.set(none)
        filtersOfSelection = now
      }, [isBack, now])
      useEffect(
        () => () => {
          if (!rowPage.test(window.location.pathname)) selection.set(none)
        },
        [],
      )
    },
    /** Adds rows to the selection or removes them, also from all rows. */
    select(keys: readonly string[], isSelected: boolean): void {
      const { all, keys: selected } = selection.get()
      const next = new Set(selected)
      for (const key of keys)
        if (isSelected === all) next.delete(key)
        else next.add(key)
      selection.set({ all, keys: next })
    },
    selectOnly: (keys: readonly string[]): void => selection.set({ all: false, keys: new Set(keys) }),
    selectAll: (): void => selection.set({ all: true, keys: none.keys }),
    clear: (): void => selection.set(none),
  }
}
