const CHANNEL = 'wordpop-account'

/** Announces a log-in or log-out to this browser's other pages of the site, which share the session. */
export function announceSessionChange(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is this site's alone and takes none
  channel?.postMessage('changed')
}

/** Listens for announcements of other pages; one listener per page. @returns unsubscribe */
export function onSessionChange(listener: () => void): () => void {
  const opened = new BroadcastChannel(CHANNEL)
  opened.addEventListener('message', listener)
  channel = opened
  return () => {
    opened.close()
    if (channel === opened) channel = undefined
  }
}

/** The listening channel also sends: a channel does not receive its own messages. */
let channel: BroadcastChannel | undefined
