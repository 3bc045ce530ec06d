import { backdropOf } from '../../model/picture/backdrop.ts'
import type { BackdropRequest, BackdropResult } from './backdrop-reader.ts'

/** Reads pixels away from the page, which a slow read would hold up. */
addEventListener('message', ({ data: { id, picture, areas } }: MessageEvent<BackdropRequest>) => {
  const { width, height } = picture
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  context?.drawImage(picture, 0, 0)
  picture.close()
  const colors = context === null ? [] : backdropOf(context.getImageData(0, 0, width, height), areas)
  postMessage({ id, colors } satisfies BackdropResult)
})
