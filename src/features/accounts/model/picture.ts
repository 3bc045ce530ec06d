/** How many bytes of a file `isPicture` looks at. */
export const PICTURE_HEAD_BYTES = 14

/** The signature of each accepted format; a dot is any byte. From the WHATWG "MIME Sniffing" standard, §6.1. */
const SIGNATURES = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF....WEBPVP']

/**
 * Whether a file starts like a JPEG, PNG or WebP picture. Only decoding shows that it is one.
 * @param head the first bytes, up to PICTURE_HEAD_BYTES
 */
export function isPicture(head: Uint8Array): boolean {
  return SIGNATURES.some((signature) =>
    Array.from(signature).every((sign, at) => sign === '.' || sign.charCodeAt(0) === head[at]),
  )
}
