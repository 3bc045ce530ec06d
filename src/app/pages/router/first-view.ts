/**
 * Draws the first view first: parts marked `drawn-later` far below the window take no time
 * before it, and are drawn in idle moments after it. A page that is reloaded, revisited or opened at one of
 * its parts needs its whole height at once, and is drawn whole.
 */

const MARKED = 'firstView'

/** Runs in the page's head before anything is drawn. The server allows it by its hash; keep it free of variables. */
export const FIRST_VIEW_SCRIPT = `(function(){var n=performance.getEntriesByType('navigation')[0];if(n&&n.type==='navigate'&&!location.hash)document.documentElement.dataset.${MARKED}=''})()`

/** Draws the deferred parts one by one while the browser is idle. */
export async function drawTheRest(): Promise<void> {
  for (const part of document.querySelectorAll<HTMLElement>('.drawn-later')) {
    await spareMoment()
    if (!isFirstView()) return
    part.classList.remove('drawn-later')
  }
  endFirstView()
}

/** Draws every part at once from here on: a navigation to a page or a place on this one begins. */
export function endFirstView(): void {
  delete document.documentElement.dataset[MARKED]
}

function isFirstView(): boolean {
  return document.documentElement.dataset[MARKED] !== undefined
}

function spareMoment(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1_000 })
    else setTimeout(resolve, 50)
  })
}
