import type { LaneFrame } from './lane-frame.ts'
import { endOf, pxAt } from '../viewport.ts'

/** Draws pictures of the video side by side. They keep their times while the lane scrolls. */
export function drawFilmstrip({ ctx, view, heightPx, palette, doc, media }: LaneFrame): void {
  const { w, h } = doc.media
  const widthPx = Math.max(8, Math.round((heightPx * w) / h))
  const msPerTile = widthPx * view.msPerPx
  const first = Math.floor(view.startMs / msPerTile)
  let isEmpty = true
  for (let at = first; at * msPerTile < endOf(view); at += 1) {
    const tile = media.tileAt((at + 0.5) * msPerTile, msPerTile)
    if (tile === undefined) continue
    isEmpty = false
    const { image, x, y, width, height } = tile
    ctx.drawImage(image, x, y, width, height, Math.round(pxAt(view, at * msPerTile)), 0, widthPx - 1, heightPx)
  }
  if (!isEmpty || media.picture() === 'ready') return
  ctx.fillStyle = palette.faint
  ctx.fillText(media.picture() === 'none' ? 'No pictures of this video' : 'Preparing the pictures…', 10, heightPx / 2)
}
