const CHANNEL = 'wordpop-account'

/** Tells the browser's other pages of this site that somebody came or left: they share one session. */
export function announceSessionChange(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is this site's alone and takes none
  channel?.postMessage('changed')
}

/** Hears what other pages tell. One page listens once. @returns ends it */
export function onSessionChange(listener: () => void): () => void {
  const opened = new BroadcastChannel(CHANNEL)
  opened.addEventListener('message', listener)
  channel = opened
  return () => {
    opened.close()
    if (channel === opened) channel = undefined
  }
}

/** The one that listens also tells: a channel never hears itself. */
let channel: BroadcastChannel | undefined
