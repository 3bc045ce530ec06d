/** The visible part of the timeline: maps media time to pixels from the left edge. */
export type Viewport = {
  /** Media time at the left edge, ms; fractional. */
  readonly startMs: number
  readonly msPerPx: number
  readonly widthPx: number
  readonly durMs: number
}

/** The closest zoom: a pixel is one step of the finest level of peaks. */
export const FINEST_MS_PER_PX = 2.5

/** The zoom of a newly opened timeline: a spoken word is about 30 px wide, for a finger 60. */
export const INITIAL_MS_PER_PX = { mouse: 10, finger: 5 } as const

/** Distance of a revealed time from the left edge, as a share of the width. */
const REVEALED_AT = 0.12

/** The viewport of a newly opened timeline. @param o.msPerPx default: the zoom for a mouse */
export function openViewport(
  o: Pick<Viewport, 'durMs' | 'widthPx'> & { readonly msPerPx?: number | undefined },
): Viewport {
  return clamp({ startMs: 0, durMs: o.durMs, widthPx: o.widthPx, msPerPx: o.msPerPx ?? INITIAL_MS_PER_PX.mouse })
}

export function timeAt({ startMs, msPerPx }: Viewport, px: number): number {
  return startMs + px * msPerPx
}

export function pxAt({ startMs, msPerPx }: Viewport, tMs: number): number {
  return (tMs - startMs) / msPerPx
}

/** Media time at the right edge, ms. */
export function endOf(view: Viewport): number {
  return timeAt(view, view.widthPx)
}

/** Whether two viewports show the same part of the video. */
export function isSameView(one: Viewport, other: Viewport): boolean {
  return one.startMs === other.startMs && one.msPerPx === other.msPerPx && one.widthPx === other.widthPx
}

/** The zoom at which the whole video is visible, and the closest one. */
export function zoomLimits({ durMs, widthPx }: Pick<Viewport, 'durMs' | 'widthPx'>): { whole: number; finest: number } {
  const whole = durMs / Math.max(1, widthPx)
  // A video of a few seconds is never drawn narrower than the timeline.
  return { whole, finest: Math.min(FINEST_MS_PER_PX, whole) }
}

/** Zooms so that the time at `aroundPx` stays there, where the limits allow it. @param factor above 1 zooms in */
export function zoomBy(view: Viewport, factor: number, aroundPx: number): Viewport {
  const { whole, finest } = zoomLimits(view)
  const msPerPx = Math.min(Math.max(view.msPerPx / factor, finest), whole)
  return clamp({ ...view, msPerPx, startMs: timeAt(view, aroundPx) - aroundPx * msPerPx })
}

/** Shows the whole video. */
export function zoomOut(view: Viewport): Viewport {
  return clamp({ ...view, startMs: 0, msPerPx: zoomLimits(view).whole })
}

export function scrollTo(view: Viewport, startMs: number): Viewport {
  return clamp({ ...view, startMs })
}

/** The viewport in a timeline of another width: keeps zoom and left edge; the whole video stays whole. */
export function resizeTo(view: Viewport, widthPx: number): Viewport {
  const resized = { ...view, widthPx }
  return view.msPerPx >= zoomLimits(view).whole ? zoomOut(resized) : clamp(resized)
}

/** Scrolls by a page if a time is not visible; otherwise the same object. */
export function reveal(view: Viewport, tMs: number): Viewport {
  if (tMs >= view.startMs && tMs < endOf(view)) return view
  const scrolled = scrollTo(view, tMs - REVEALED_AT * view.widthPx * view.msPerPx)
  return scrolled.startMs === view.startMs ? view : scrolled
}

/** Scrolls as little as needed to show a time with some context. */
export function revealNear(view: Viewport, tMs: number): Viewport {
  const marginMs = REVEALED_AT * view.widthPx * view.msPerPx
  if (tMs < view.startMs + marginMs) return scrollTo(view, tMs - marginMs)
  return tMs > endOf(view) - marginMs ? scrollTo(view, tMs + marginMs - view.widthPx * view.msPerPx) : view
}

function clamp(view: Viewport): Viewport {
  const { whole, finest } = zoomLimits(view)
  const msPerPx = Math.min(Math.max(view.msPerPx, finest), whole)
  const latest = Math.max(0, view.durMs - view.widthPx * msPerPx)
  return { ...view, msPerPx, startMs: Math.min(Math.max(view.startMs, 0), latest) }
}
