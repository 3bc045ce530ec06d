/** Where each entry of the browser's history was scrolled to, for as long as this document lives. */
const positions = new Map<string, number>()

/**
 * Keeps the browser from scrolling when it goes back to a page that is not drawn yet; a document that is left is still
 * the browser's to scroll when somebody comes back to it.
 * @returns undoes it
 */
export function takeScrollOver(): () => void {
  const hand = (mode: ScrollRestoration) => () => void (history.scrollRestoration = mode)
  const [take, giveBack] = [hand('manual'), hand('auto')]
  take()
  addEventListener('pagehide', giveBack)
  addEventListener('pageshow', take)
  return () => {
    giveBack()
    removeEventListener('pagehide', giveBack)
    removeEventListener('pageshow', take)
  }
}

/** Remembers where the page is that is about to be left. */
export function rememberScroll(key: string): void {
  positions.set(key, scrollY)
}

/** A new page begins at its top (spec §2); one that somebody comes back to, where they left it. */
export function scrollFor({ key, isReturn }: { key: string; isReturn: boolean }): void {
  scrollTo({ top: (isReturn ? positions.get(key) : undefined) ?? 0, behavior: 'instant' })
}
