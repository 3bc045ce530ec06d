/** Measures frames inside a page. */
export type FrameClock = {
  /** Runs an action once a frame. @returns the work of each frame, ms */
  measure(act: (at: number) => void, frames: number): Promise<number[]>
  /** Measures the frames after pointer events from now on, until it is called. @returns the work of each frame, ms */
  watchPointer(): () => Promise<number[]>
  /** @returns the times from handing a frame to the worker until it is drawn, ms, since the last call */
  takeDrawn(): number[]
}

/**
 * Runs in the page. Self-contained: the browser gets its source text. The work of a frame is the time of the handlers
 * of its input, and from the start of the frame's callbacks until the page is painted: what the main thread does. Input
 * goes before messages, so the next input can come before the message that reports the paint: a frame ends with it too.
 */
export function installFrameClock(): void {
  const painted = () =>
    new Promise<number>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => resolve(performance.now()))
      port1.start()
      port2.postMessage(null)
    })
  /** Ends the frame that has started, if its paint is not reported yet. */
  let endFrame = (): void => {}
  /** The time from the start of the next frame until its end. Call it before the callbacks of the page are queued. */
  const nextFrame = () =>
    new Promise<number>((resolve, reject) => {
      requestAnimationFrame(() => {
        const start = performance.now()
        endFrame = () => resolve(performance.now() - start)
        painted().then((end) => resolve(end - start), reject)
      })
    })
  let drawn: number[] = []
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function post(
    message: unknown,
    options?: StructuredSerializeOptions | Transferable[],
  ) {
    const start = performance.now()
    if (typeof message === 'object' && message !== null && 'recording' in message)
      this.addEventListener('message', () => drawn.push(performance.now() - start), { once: true })
    Reflect.apply(postMessage, this, [message, options])
  }
  window.frameClock = {
    async measure(act, frames) {
      const work: number[] = []
      for (let at = 0; at < frames; at += 1) {
        const frame = nextFrame()
        const start = performance.now()
        act(at)
        const handled = performance.now() - start
        work.push(handled + (await frame))
      }
      return work
    },
    watchPointer() {
      const frames: Promise<number>[] = []
      let start = 0
      const begin = () => {
        endFrame()
        start = performance.now()
        const handledAt = new Promise<number>((resolve) => {
          addEventListener('pointermove', () => resolve(performance.now() - start), { once: true })
        })
        frames.push(Promise.all([handledAt, nextFrame()]).then(([handled, frame]) => handled + frame))
      }
      addEventListener('pointermove', begin, { capture: true })
      return () => {
        removeEventListener('pointermove', begin, { capture: true })
        return Promise.all(frames)
      }
    },
    takeDrawn() {
      const taken = drawn
      drawn = []
      return taken
    },
  }
}

declare global {
  interface Window {
    frameClock: FrameClock
  }
}
