/** Minimum window width for a moving background, in CSS pixels (spec §9). */
const MIN_WIDTH_PX = 768
/** Minimum processor cores for a moving background (spec §9). */
const MIN_CORES = 4

/** The conditions for the moving background. */
export type BackgroundConditions = {
  readonly widthPx: number
  /** Undefined if the browser does not report it. */
  readonly cores: number | undefined
  readonly reducedMotion: boolean
  /** True if the browser supports the features of the animation. */
  readonly modern: boolean
}

/** True for wide windows, fast machines and modern browsers without reduced motion (spec §2). */
export function backgroundMoves({ widthPx, cores = 0, reducedMotion, modern }: BackgroundConditions): boolean {
  return modern && !reducedMotion && widthPx >= MIN_WIDTH_PX && cores >= MIN_CORES
}

/** The current conditions of this browser. */
export function conditionsHere(): BackgroundConditions {
  return {
    widthPx: innerWidth,
    cores: navigator.hardwareConcurrency,
    reducedMotion: reducedMotionQuery().matches,
    // Browsers without OKLCH colours predate 2023.
    modern: CSS.supports('color', 'oklch(0 0 0)') && CSS.supports('mask-image', 'none'),
  }
}

/** Calls `listener` when a condition may have changed. @returns unsubscribes */
export function onConditionsChange(listener: () => void): () => void {
  const query = reducedMotionQuery()
  addEventListener('resize', listener)
  query.addEventListener('change', listener)
  return () => {
    removeEventListener('resize', listener)
    query.removeEventListener('change', listener)
  }
}

function reducedMotionQuery(): MediaQueryList {
  return matchMedia('(prefers-reduced-motion: reduce)')
}
