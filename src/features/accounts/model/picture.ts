/** How many bytes of a file `isPicture` looks at. */
export const PICTURE_HEAD_BYTES = 14

/** How each kind we take begins; a dot is any byte. From "MIME Sniffing" of the WHATWG, §6.1. */
const SIGNATURES = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF....WEBPVP']

/**
 * Whether a file begins as a JPEG, PNG or WebP picture does; whether it is one, decoding it tells.
 * @param head its first bytes, as many as it has up to PICTURE_HEAD_BYTES
 */
export function isPicture(head: Uint8Array): boolean {
  return SIGNATURES.some((signature) =>
    Array.from(signature).every((sign, at) => sign === '.' || sign.charCodeAt(0) === head[at]),
  )
}
