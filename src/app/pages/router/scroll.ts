/** Where each entry of the browser's history was scrolled to, for as long as this document lives. */
const positions = new Map<string, number>()

/**
 * Stops the browser from scrolling when it goes back to a page that is not drawn yet. A document left behind
 * is still scrolled by the browser on return.
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

/** Stores the scroll position of the page being left. */
export function rememberScroll(key: string): void {
  positions.set(key, scrollY)
}

/** Scrolls a new page to its top (spec §2), and a revisited one to where it was. */
export function scrollFor({ key, isReturn }: { key: string; isReturn: boolean }): void {
  scrollTo({ top: (isReturn ? positions.get(key) : undefined) ?? 0, behavior: 'instant' })
}
