import { useEffect } from 'react'
import { sharedValue } from '../lib/shared-value.ts'
import { useSession } from './session/SessionContext.tsx'

/** The rows selected across a list's pages, or all rows that match its filters. */
interface Selection {
  all: boolean
  keys: ReadonlySet<string>
}

const none: Selection = { all: false, keys: new Set() }

/** Creates a list's selection. It outlives the page, so that it is kept when the user returns from a detail page. */
export function createSelection() {
  const selection = sharedValue(none)
  let madeWith = ''
  return {
    use: selection.use,
    /** True when the row is selected. Re-renders only when that changes. */
    useIsSelected: (key: string): boolean => selection.useOf(({ all, keys }) => all || keys.has(key)),
    /** Clears the selection when the filters or the user change: the selected rows may be out of view. */
    useResetWith(filters: object): void {
      const { user } = useSession()
      const now = JSON.stringify([user.id, filters])
      useEffect(() => {
        if (now !== madeWith) selection.set(none)
        madeWith = now
      }, [now])
    },
    /** Adds rows to the selection or removes them. */
    select(keys: readonly string[], isSelected: boolean): void {
      const next = new Set(selection.get().keys)
      for (const key of keys)
        if (isSelected) next.add(key)
        else next.delete(key)
      selection.set({ all: false, keys: next })
    },
    selectOnly: (keys: readonly string[]): void => selection.set({ all: false, keys: new Set(keys) }),
    selectAll: (): void => selection.set({ all: true, keys: none.keys }),
    clear: (): void => selection.set(none),
  }
}
