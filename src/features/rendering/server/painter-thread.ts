import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { type PaintOrder, layOutScene, paintFrames } from './painting.ts'

/**
 * A worker thread that draws captions, so that drawing and the rest of the process do not wait for each other.
 * It tells the region first; every buffer it is given comes back filled, and `null` says that all is drawn.
 */
export type FromPainter =
  | { readonly region: ReturnType<typeof layOutScene>['region'] }
  | { readonly frame: ArrayBuffer }
  | { readonly finished: true }

/** Buffers to fill, of `streamFrameBytes`. */
export type ToPainter = ArrayBuffer

async function paint(port: MessagePort, order: PaintOrder): Promise<void> {
  const free: Uint8Array[] = []
  let wake = () => {}
  port.on('message', (buffer: ToPainter) => {
    free.push(new Uint8Array(buffer))
    wake()
  })
  const tell = (message: FromPainter, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

  const scene = layOutScene(order)
  tell({ region: scene.region })
  if (scene.region !== null) {
    await paintFrames(scene, scene.region, order, {
      async nextBuffer() {
        for (;;) {
          const buffer = free.pop()
          if (buffer !== undefined) return buffer
          await new Promise<void>((resolve) => (wake = resolve))
        }
      },
      send: ({ buffer }) => buffer instanceof ArrayBuffer && tell({ frame: buffer }, [buffer]),
    })
  }
  tell({ finished: true })
  port.close()
}

if (parentPort !== null) await paint(parentPort, workerData)
