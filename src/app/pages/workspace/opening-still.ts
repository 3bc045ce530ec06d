/** The picture with which an editor opens, drawn by the server. */
export const STILL = '/api/stills/:projectId/opening.jpg'

declare global {
  interface Window {
    /** Set by the script in the head; absent in a document of another page. */
    openingStill?: { end(): void }
  }
}

/** Ends the still of the document: the page shows the captions, or something else. */
export function endOpeningStill(): void {
  window.openingStill?.end()
}

/** Has the still of a page that closes drawn for its next opening, with the edits until now. */
export function drawStillAhead(projectId: string): void {
  const motion = matchMedia('(prefers-reduced-motion: reduce)').matches ? '?motion=reduced' : ''
  // Without it the next opening draws the still, some tenths of a second later.
  void fetch(`${STILL.replace(':projectId', projectId)}${motion}`, { keepalive: true }).catch(() => undefined)
}
