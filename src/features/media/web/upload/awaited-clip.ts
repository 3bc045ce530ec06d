const CLIP_PARAMETER = 'clip'
const LONGEST_NAME = 120

/** The upload page's address with a pending clip; its name is shown if the clip gets lost. */
export function uploadPathFor(file: File): string {
  return `/upload?${new URLSearchParams({ [CLIP_PARAMETER]: file.name.slice(0, LONGEST_NAME) })}`
}

/** The name of the clip that waits for a page with this path and search; null if none does. */
export function clipAwaitedBy(path: string): string | null {
  return new URLSearchParams(path.split('?')[1]).get(CLIP_PARAMETER)
}
