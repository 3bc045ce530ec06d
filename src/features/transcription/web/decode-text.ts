/**
 * Decodes a caption file: UTF-16 if it has that byte order mark, UTF-8 if valid, and otherwise Windows-1252, which
 * old editors write.
 */
export function decodeText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Never fails: Windows-1252 maps every byte to a character.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
