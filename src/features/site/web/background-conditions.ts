/** Narrowest window that gets a moving background, in CSS pixels (spec §9). */
const MIN_WIDTH_PX = 768
/** Fewest processor cores that get one (spec §9). */
const MIN_CORES = 4

/** The conditions for the moving background. */
export type BackgroundConditions = {
  readonly widthPx: number
  /** Undefined where the browser does not tell. */
  readonly cores: number | undefined
  readonly reducedMotion: boolean
  /** The browser can do what the animation is made of. */
  readonly modern: boolean
}

/** True where the background may move: wide windows, quick machines, new browsers, people who do not mind (spec §2). */
export function backgroundMoves({ widthPx, cores = 0, reducedMotion, modern }: BackgroundConditions): boolean {
  return modern && !reducedMotion && widthPx >= MIN_WIDTH_PX && cores >= MIN_CORES
}

/** Reads the current conditions of this browser. */
export function conditionsHere(): BackgroundConditions {
  return {
    widthPx: innerWidth,
    cores: navigator.hardwareConcurrency,
    reducedMotion: reducedMotionQuery().matches,
    // A browser without OKLCH colours is older than 2023.
    modern: CSS.supports('color', 'oklch(0 0 0)') && CSS.supports('mask-image', 'none'),
  }
}

/** Tells when a condition may have changed. @returns ends it */
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
