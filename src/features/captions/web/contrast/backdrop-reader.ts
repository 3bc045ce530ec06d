import type { Backdrop } from '#features/templates/model/index.ts'
import { hull, type Rect, shifted } from '#platform/shared/rect.ts'
import { newUuid } from '../store/new-id.ts'

/** A part of a picture, and the areas of it whose colours are wanted, in its pixels. */
export type BackdropRequest = {
  readonly id: string
  readonly picture: ImageBitmap
  readonly areas: readonly Rect[]
}

/** The colours of one request. */
export type BackdropResult = { readonly id: string; readonly colors: Backdrop }

/** A tile of the filmstrip. */
type Tile = { readonly image: ImageBitmap; readonly x: number; readonly y: number }

/** Reads the colours of pictures in a worker. */
export type BackdropReader = {
  /** The colours of areas of a tile, in its pixels; undefined once the reader is closed. */
  read(tile: Tile, areas: readonly Rect[]): Promise<Backdrop | undefined>
  close(): void
}

/** Opens a reader; its worker starts with the first tile. */
export function openBackdropReader(): BackdropReader {
  const waiting = new Map<string, (colors: Backdrop | undefined) => void>()
  let worker: Worker | undefined
  let isClosed = false

  function start(): Worker {
    const started = new Worker(new URL('./backdrop-worker.ts', import.meta.url), { type: 'module' })
    started.addEventListener('message', ({ data }: MessageEvent<BackdropResult>) => {
      waiting.get(data.id)?.(data.colors)
      waiting.delete(data.id)
    })
    return started
  }

  return {
    async read({ image, x, y }, areas) {
      const { x0, y0, x1, y1 } = hull(areas)
      const picture = await createImageBitmap(image, x + x0, y + y0, x1 - x0, y1 - y0)
      if (isClosed) {
        picture.close()
        return undefined
      }
      const id = newUuid()
      worker ??= start()
      const request = { id, picture, areas: areas.map((area) => shifted(area, -x0, -y0)) }
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        worker?.postMessage(request satisfies BackdropRequest, [picture])
      })
    },
    close() {
      isClosed = true
      worker?.terminate()
      for (const resolve of waiting.values()) resolve(undefined)
      waiting.clear()
    },
  }
}
