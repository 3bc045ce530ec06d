const SHORT_SIDE = 540

/**
 * The size of the preview: the shown picture made smaller until its short side is 540 pixels or less; both sides even,
 * because 4:2:0 pictures have no odd sides.
 */
export function previewSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, SHORT_SIDE / Math.min(width, height))
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}
