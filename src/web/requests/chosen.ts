import { sharedValue } from '../lib/shared-value.ts'

const none: ReadonlySet<string> = new Set()
const chosen = sharedValue(none)
let of = ''

/** Ids of the requests chosen on the page. */
export const useChosen = chosen.use

/** Adds requests to those chosen, or takes them away. */
export function setChosen(ids: readonly string[], isChosen: boolean): void {
  const next = new Set(chosen.get())
  for (const id of ids)
    if (isChosen) next.add(id)
    else next.delete(id)
  chosen.set(next)
}

export const chooseNone = (): void => chosen.set(none)

/** Another filter or user begins with an empty selection: what was chosen is out of view. */
export function chooseUnder(next: string): void {
  if (next !== of) chooseNone()
  of = next
}
