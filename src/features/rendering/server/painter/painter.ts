import type { Writable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { openQueue, type WakeQueue } from '#platform/server/wake-queue.ts'
import type { Rect } from '../../model/index.ts'
import { streamHead } from './matroska.ts'
import type { FromPainter, ToPainter } from './painter-thread.ts'
import { type PaintOrder, streamFrameBytes, streamSize } from './paint-frames.ts'

/** Draws captions in a thread of its own. */
export type Painter = {
  /** The part of the frame that captions can cover; null when there is nothing to draw. */
  readonly region: Rect | null
  /** Blur of the picture behind boxes: its standard deviation, px; 0 for none. Its mask is sent below the captions. */
  readonly blur: number
  /**
   * Streams all frames into ffmpeg and ends the stream. Rejects when drawing fails; stops early when the reader leaves.
   */
  streamTo(target: Writable): Promise<void>
}

/** A thread that paints, started early so that it is ready when the order is known. */
export type PainterThread = {
  /** Lays out all captions. Call once. */
  begin(order: PaintOrder): Promise<Painter>
  stop(): Promise<void>
}

/** Buffers in flight: enough that neither side waits for the other. */
const BUFFERS = 4

/** Starts a painter's thread. The caller stops it. */
export function startPainterThread(): PainterThread {
  const worker = new Worker(new URL('./painter-thread.ts', import.meta.url))
  const messages = messagesOf(worker)
  const post = (message: ToPainter, transfer: ArrayBuffer[] = []) => worker.postMessage(message, transfer)
  return {
    async begin(order) {
      post({ order })
      const { value: first } = await messages.next()
      if (first === undefined || !('region' in first)) throw new Error('The painter did not tell its region')
      const { region, blur } = first
      return {
        region,
        blur,
        async streamTo(target) {
          if (region === null) return
          const returnBuffer = (buffer: ArrayBuffer) => post({ buffer }, [buffer])
          for (let n = 0; n < BUFFERS; n += 1) returnBuffer(new ArrayBuffer(streamFrameBytes({ region, blur })))
          const { width, height } = streamSize({ region, blur })
          await write(target, streamHead(width, height))
          for (;;) {
            const { value: message } = await messages.next()
            if (message === undefined || !('frame' in message)) break
            if (!(await write(target, new Uint8Array(message.frame)))) return
            returnBuffer(message.frame)
          }
          target.end()
        },
      }
    },
    async stop() {
      await worker.terminate()
    },
  }
}

/** The worker's messages in order, until it exits. Rejects when it failed. */
function messagesOf(worker: Worker): WakeQueue<FromPainter> {
  const messages = openQueue<FromPainter>()
  worker.on('message', messages.push)
  worker.on('error', (error) =>
    messages.fail(error instanceof Error ? error : new Error('the painter failed', { cause: error })),
  )
  worker.on('exit', messages.close)
  return messages
}

/** Waits until the bytes are written, so that the buffer can be reused; false when the reader left. */
async function write(target: Writable, bytes: Uint8Array): Promise<boolean> {
  if (target.destroyed || target.writableEnded) return false
  return new Promise((resolve) => target.write(bytes, (error) => resolve(error === null || error === undefined)))
}
