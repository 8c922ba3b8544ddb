/**
 * Limits how many slots each key (a user or a network, for example) holds in this process. The returned function takes a slot
 * and returns a function that frees it, or `null` when the key already holds `most`.
 */
export function createConcurrencyLimit(most: number) {
  const taken = new Map<string, number>()
  const count = (key: string) => taken.get(key) ?? 0

  return (key: string): (() => void) | null => {
    if (count(key) >= most) return null
    taken.set(key, count(key) + 1)
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      const left = count(key) - 1
      if (left === 0) taken.delete(key)
      else taken.set(key, left)
    }
  }
}
