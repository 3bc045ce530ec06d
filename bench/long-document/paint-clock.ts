/** Measures, inside the page, the time until something is painted. */
export type PaintClock = {
  /** Resolves with the time from the navigation to the first caption on the picture, ms. */
  readonly captioned: Promise<number>
  /** Resolves with the time from the navigation to the first drawn caption and a usable transcript, ms. */
  readonly opened: Promise<number>
  /** Resolves with the time from the navigation to the first words of the transcript, ms. */
  readonly listed: Promise<number>
  /** Starts at the next key. @param draws also waits until the captions over the video are redrawn */
  expect(draws: boolean): void
  /** Resolves with the time from that key to the paint of its effect, ms. */
  painted: Promise<number>
}

/** Runs in the page before anything else. Self-contained: the browser gets its source text. */
export function installPaintClock(): void {
  let drawnAt = 0
  const { clearRect } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.clearRect = function noteDrawing(...area) {
    if (this.canvas.dataset['captions'] !== undefined) drawnAt = performance.now()
    clearRect.apply(this, area)
  }
  /** The end of the first frame whose callbacks find the state there: it paints it. */
  const until = (isThere: () => boolean) =>
    new Promise<number>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => resolve(performance.now()))
      port1.start()
      const look = () => (isThere() ? port2.postMessage(null) : void requestAnimationFrame(look))
      requestAnimationFrame(look)
    })
  const afterPaint = () => until(() => true)
  const isListed = () => document.querySelector('ol[aria-label="Transcript"] [data-word]') !== null
  // One word of a usable transcript is a stop of the tab key.
  const isUsable = () => document.querySelector('ol[aria-label="Transcript"] [data-word][tabindex="0"]') !== null
  const clock = {
    captioned: until(() => drawnAt > 0),
    opened: until(() => drawnAt > 0 && isUsable()),
    listed: until(isListed),
    painted: Promise.resolve(0),
    expect(draws: boolean) {
      clock.painted = new Promise((resolve, reject) => {
        addEventListener(
          'keydown',
          ({ timeStamp }) => {
            const end = draws ? until(() => drawnAt > timeStamp) : afterPaint()
            end.then((time) => resolve(time - timeStamp), reject)
          },
          { capture: true, once: true },
        )
      })
    },
  }
  window.paintClock = clock
}
