import { type MessagePort, parentPort } from 'node:worker_threads'
import { createWakeup } from '#platform/server/wake-queue.ts'
import { filmBlur } from '../../model/paint/blurred-boxes.ts'
import { filmRegion } from '../../model/paint/film.ts'
import { readLogo } from '../logo-picture.ts'
import { type PaintOrder, layOutFilm, paintFrames } from './paint-frames.ts'

/** Messages to the painter: the order, then buffers of `streamFrameBytes` to fill. */
export type ToPainter = { readonly order: PaintOrder } | { readonly buffer: ArrayBuffer }
/** Messages from the painter: the region, then each filled buffer, then `finished`. */
export type FromPainter =
  | { readonly region: ReturnType<typeof filmRegion>; readonly blur: number }
  | { readonly frame: ArrayBuffer }
  | { readonly finished: true }

/** Draws captions in a thread of their own. */
function listen(port: MessagePort): void {
  const free: Uint8Array[] = []
  const { wake, wait } = createWakeup()
  async function nextBuffer(): Promise<Uint8Array> {
    for (;;) {
      const buffer = free.pop()
      if (buffer !== undefined) return buffer
      await wait()
    }
  }
  port.on('message', (message: ToPainter) => {
    if ('order' in message) {
      // A failure becomes an uncaught error of this thread, which its starter receives.
      void paint(port, message.order, nextBuffer)
      return
    }
    free.push(new Uint8Array(message.buffer))
    wake()
  })
}

async function paint(port: MessagePort, order: PaintOrder, nextBuffer: () => Promise<Uint8Array>): Promise<void> {
  const post = (message: FromPainter, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
  const pictures = (order.logos ?? []).map(async (logo) => [logo.id, await readLogo(logo)] as const)
  const film = layOutFilm(order, new Map(await Promise.all(pictures)))
  const region = filmRegion(film)
  post({ region, blur: filmBlur(film) })
  const send = ({ buffer }: Uint8Array) => buffer instanceof ArrayBuffer && post({ frame: buffer }, [buffer])
  if (region !== null) await paintFrames(film, region, order, { nextBuffer, send })
  post({ finished: true })
  port.close()
}

if (parentPort !== null) listen(parentPort)
