/** Bytes of a file, both ends included, as HTTP counts them. */
export type ByteRange = { readonly first: number; readonly last: number }

/**
 * Parses the single range of a request (RFC 9110 §14.2).
 * @param etag the strong entity tag of the current content, with its quotes
 * @returns null to send the whole file: no range, a malformed one, several ranges, or an `If-Range` with another
 *   entity tag; `unsatisfiable` when the range lies outside the file
 */
export function requestedRange(
  range: string | undefined,
  ifRange: string | undefined,
  etag: string,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | null {
  if (range === undefined) return null
  // A date in If-Range never matches because responses carry no Last-Modified. Nor does a weak tag (§13.1.5).
  if (ifRange !== undefined && ifRange.trim() !== etag) return null
  const parts = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range)
  if (parts === null) return null
  const [, from = '', to = ''] = parts
  if (from === '') return to === '' ? null : suffix(Number(to), sizeBytes)
  const first = Number(from)
  const last = to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1)
  if (to !== '' && Number(to) < first) return null
  return first < sizeBytes ? { first, last } : 'unsatisfiable'
}

/** The last `length` bytes; the whole file when it is shorter. */
function suffix(length: number, sizeBytes: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || sizeBytes === 0) return 'unsatisfiable'
  return { first: Math.max(0, sizeBytes - length), last: sizeBytes - 1 }
}
