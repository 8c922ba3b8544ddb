/** A page that shows a job has one; more tabs than that read their job by polling. */
const mostOfUser = 20

/**
 * Counts the event streams that each user has open at this process. The returned function takes one more and gives what ends
 * it, or null when the user has as many as they may.
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
