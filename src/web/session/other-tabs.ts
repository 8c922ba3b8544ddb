const channelName = 'console-session'

/** Tells the console's other tabs that somebody is signed in here, and with that in all of them. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel takes none: it never leaves the origin
  channel.postMessage('signed-in')
  channel.close()
}

/** Hears of a sign-in in another tab. The answer stops listening. */
export function onSignedInElsewhere(hear: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', hear)
  return () => channel.close()
}
