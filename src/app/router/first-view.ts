/**
 * What a document shows first is drawn first: parts marked `drawn-later` that lie far below the window take no time
 * before that, and are drawn in spare moments after it. A page that is reloaded, come back to, or asked for at one of
 * its parts has to have its whole height at once, and is drawn whole.
 */

const MARKED = 'firstView'

/** Runs in the page's head before anything is drawn. The server allows it by its hash; keep it free of variables. */
export const FIRST_VIEW_SCRIPT = `(function(){var n=performance.getEntriesByType('navigation')[0];if(n&&n.type==='navigate'&&!location.hash)document.documentElement.dataset.${MARKED}=''})()`

/** Draws what was left for later, a part at a time, whenever the browser has nothing else to do. */
export async function drawTheRest(): Promise<void> {
  for (const part of document.querySelectorAll<HTMLElement>('.drawn-later')) {
    await spareMoment()
    if (!isFirstView()) return
    part.classList.remove('drawn-later')
  }
  endFirstView()
}

/** From here on every part is drawn when it appears: another page, or a place on this one, is being gone to. */
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
