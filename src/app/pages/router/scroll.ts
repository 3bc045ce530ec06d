/** The scroll position of each entry of the browser's history, until the document is unloaded. */
const positions = new Map<string, number>()

/**
 * Restores scroll positions instead of the browser, which would scroll back before the page is drawn. The browser still
 * scrolls a document that the user leaves and returns to.
 * @returns gives control back to the browser
 */
export function controlScroll(): () => void {
  const setMode = (mode: ScrollRestoration) => () => void (history.scrollRestoration = mode)
  const [take, release] = [setMode('manual'), setMode('auto')]
  take()
  addEventListener('pagehide', release)
  addEventListener('pageshow', take)
  return () => {
    release()
    removeEventListener('pagehide', release)
    removeEventListener('pageshow', take)
  }
}

/** Stores the scroll position of the page being left. */
export function rememberScroll(key: string): void {
  positions.set(key, scrollY)
}

/** Scrolls a new page to its top (spec §2), and a revisited one to where it was. */
export function restoreScroll({ key, isReturn }: { key: string; isReturn: boolean }): void {
  scrollTo({ top: (isReturn ? positions.get(key) : undefined) ?? 0, behavior: 'instant' })
}
