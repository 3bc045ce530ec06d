import { useMedia } from '#platform/web/use-media.ts'

/** True while the system requests reduced motion. */
export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)')
}
