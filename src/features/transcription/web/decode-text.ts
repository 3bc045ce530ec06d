/**
 * The text of a caption file, however its editor wrote it: UTF-16 when it says so with a byte order mark, UTF-8 where
 * it is valid, and else Windows-1252, which old editors write.
 */
export function decodeText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Any byte is a letter in it, so that this never fails.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
