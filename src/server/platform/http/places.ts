/**
 * Counts the places that each key, such as a user or a network, holds in this process. The returned function takes one more
 * and returns what frees it, or null when the key holds `most`.
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
