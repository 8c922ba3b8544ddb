import { useEffect } from 'react'
import { sharedValue } from '../lib/shared-value.ts'
import { useSession } from './session/SessionContext.tsx'

/** Rows selected over the pages of a list, or all that its filters show. */
interface Selection {
  all: boolean
  keys: ReadonlySet<string>
}

const none: Selection = { all: false, keys: new Set() }

/** A list's selection. It outlives the page, so that it is kept on the way back from a detail. */
export function createSelection() {
  const selection = sharedValue(none)
  let madeWith = ''
  return {
    use: selection.use,
    /** Whether one row is selected; drawn again only when that changes. */
    useIsSelected: (key: string): boolean => selection.useOf(({ all, keys }) => all || keys.has(key)),
    /** Other filters or another user begin with an empty selection: what was selected is out of view. */
    useResetWith(filters: object): void {
      const { user } = useSession()
      const now = JSON.stringify([user.id, filters])
      useEffect(() => {
        if (now !== madeWith) selection.set(none)
        madeWith = now
      }, [now])
    },
    /** Adds rows or takes them away. */
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
