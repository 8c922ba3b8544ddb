import { sharedValue } from '../lib/shared-value.ts'

const byPath = sharedValue<Readonly<Record<string, number>>>({})

/** Every call reports how many entries of its lists this version does not know. */
export function reportLeftOut(path: string, count: number): void {
  const now = byPath.get()
  if ((now[path] ?? 0) !== count) byPath.set({ ...now, [path]: count })
}

/** How many entries were left out of the lists that were read last. */
export const useLeftOut = (): number => Object.values(byPath.use()).reduce((sum, count) => sum + count, 0)
