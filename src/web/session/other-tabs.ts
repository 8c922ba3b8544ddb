/** One for both ways: a channel does not hear itself. */
const channel = new BroadcastChannel('console-session')

/** Tells the console's other tabs that somebody has signed in or out here, and with that in all of them. */
export function tellOtherTabs(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel takes none: it never leaves the origin
  channel.postMessage('session')
}

/** Hears of a sign-in or sign-out in another tab. The answer stops listening. */
export function onOtherTabs(hear: () => void): () => void {
  channel.addEventListener('message', hear)
  return () => channel.removeEventListener('message', hear)
}
