import type { Frame } from './scene.ts'

/** The frame size for captions of a video: its upright size on even pixels, as in the export. */
export function evenFrame({ w, h }: { readonly w: number; readonly h: number }): Frame {
  return { width: Math.max(2, w - (w % 2)), height: Math.max(2, h - (h % 2)) }
}
