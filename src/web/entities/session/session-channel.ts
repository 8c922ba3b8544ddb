/** One channel for both directions, since a channel does not receive its own messages. */
const channel = new BroadcastChannel('console-session')

/** Notifies the console's other tabs of a sign-in or sign-out in this one. */
export function postSessionChange(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel takes none: it never leaves the origin
  channel.postMessage('session')
}

/** Listens for a sign-in or sign-out in another tab. Returns the function that stops listening. */
export function onSessionChange(listener: () => void): () => void {
  channel.addEventListener('message', listener)
  return () => channel.removeEventListener('message', listener)
}
