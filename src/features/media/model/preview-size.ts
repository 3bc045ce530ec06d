const SHORT_SIDE = 540

/**
 * The size of the preview: the displayed picture scaled down to a short side of at most 540 pixels; both sides even, as
 * 4:2:0 requires.
 */
export function previewSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, SHORT_SIDE / Math.min(width, height))
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}
