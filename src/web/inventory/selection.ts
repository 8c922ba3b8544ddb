import { useCallback, useSyncExternalStore } from 'react'

/** Numbers chosen over pages, or all that a filter shows. `of` says by whom and under which filter. */
export interface Selection {
  of: string
  all: boolean
  numbers: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()
let selection: Selection = { of: '', all: false, numbers: none }
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function put(next: Selection): void {
  selection = next
  for (const listener of listeners) listener()
}

/** Outlives the page, so that the selection is kept on the way back from a detail; another filter or user starts an empty one. */
export function selectUnder(of: string): void {
  if (selection.of !== of) put({ of, all: false, numbers: none })
}
export function selectNone(): void {
  put({ ...selection, all: false, numbers: none })
}
export function selectAll(): void {
  put({ ...selection, all: true, numbers: none })
}
/** Adds the numbers to those chosen, or takes them away. */
export function selectNumbers(numbers: readonly string[], chosen: boolean): void {
  const next = new Set(selection.numbers)
  for (const number of numbers)
    if (chosen) next.add(number)
    else next.delete(number)
  put({ ...selection, all: false, numbers: next })
}
/** Only these: what is left of "all" when one is taken away. */
export function selectOnly(numbers: readonly string[]): void {
  put({ ...selection, all: false, numbers: new Set(numbers) })
}

export const useSelection = (): Selection => useSyncExternalStore(subscribe, () => selection)
/** Whether one number is chosen; drawn again only when that changes. */
export function useIsSelected(ext: string): boolean {
  const read = useCallback(() => selection.all || selection.numbers.has(ext), [ext])
  return useSyncExternalStore(subscribe, read)
}
