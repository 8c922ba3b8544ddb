import { sharedValue } from '../lib/shared-value.ts'

const chosen = sharedValue<ReadonlySet<string>>(new Set())

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

export const chooseNone = (): void => chosen.set(new Set())
