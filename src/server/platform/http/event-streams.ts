/** A page that shows a job has one; further tabs poll. */
const mostOfUser = 20

/**
 * Counts the event streams that each user has open at this process. The returned function counts one more and returns
 * what ends it, or null when the user has the most allowed.
 */
export function createEventStreams() {
  const open = new Map<string, number>()
  const count = (userId: string) => open.get(userId) ?? 0

  return (userId: string): (() => void) | null => {
    if (count(userId) >= mostOfUser) return null
    open.set(userId, count(userId) + 1)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      const left = count(userId) - 1
      if (left === 0) open.delete(userId)
      else open.set(userId, left)
    }
  }
}
