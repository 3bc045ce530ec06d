/** A random UUID. `crypto.randomUUID` is missing on pages served over plain HTTP, such as on a home network. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  // RFC 9562 §5.4: version 4, variant 10.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** An id for a new word or cue. */
export function newId(): string {
  return `n${newUuid().replaceAll('-', '').slice(0, 16)}`
}
