/**
 * Limits how many places each key (a user or a network, for example) holds in this process. The returned function takes a place
 * and returns a function that frees it, or `null` when the key already holds `most`.
 */
export function createPlaces(most: number) {
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
