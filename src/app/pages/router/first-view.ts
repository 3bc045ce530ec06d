/**
 * Draws the first view before the parts marked `drawn-later`, which are far below the window and are drawn while the
 * browser is idle. A page that is reloaded, revisited or opened at a fragment needs its full height, so it is drawn at
 * once.
 */

const MARKED = 'firstView'

/** Runs in the page's head before anything is drawn. The server allows it by its hash; keep it free of variables. */
export const FIRST_VIEW_SCRIPT = `(function(){var n=performance.getEntriesByType('navigation')[0];if(n&&n.type==='navigate'&&!location.hash)document.documentElement.dataset.${MARKED}=''})()`

/** Draws the deferred parts one by one while the browser is idle. */
export async function drawLaterParts(): Promise<void> {
  for (const part of document.querySelectorAll<HTMLElement>('.drawn-later')) {
    await idleMoment()
    if (!isFirstView()) return
    part.classList.remove('drawn-later')
  }
  endFirstView()
}

/** Draws every part at once from now on: called when a navigation begins. */
export function endFirstView(): void {
  delete document.documentElement.dataset[MARKED]
}

function isFirstView(): boolean {
  return document.documentElement.dataset[MARKED] !== undefined
}

function idleMoment(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1_000 })
    else setTimeout(resolve, 50)
  })
}
