/** The encodings of caption files, by the labels of the WHATWG Encoding Standard. */
export const ENCODINGS = [
  { id: 'utf-8', name: 'UTF-8' },
  { id: 'utf-16le', name: 'UTF-16' },
  { id: 'utf-16be', name: 'UTF-16, big end first' },
  { id: 'windows-1252', name: 'Western (Windows-1252)' },
  { id: 'windows-1250', name: 'Central European (Windows-1250)' },
  { id: 'windows-1251', name: 'Cyrillic (Windows-1251)' },
  { id: 'koi8-r', name: 'Cyrillic (KOI8-R)' },
  { id: 'windows-1253', name: 'Greek (Windows-1253)' },
  { id: 'windows-1254', name: 'Turkish (Windows-1254)' },
  { id: 'windows-1255', name: 'Hebrew (Windows-1255)' },
  { id: 'windows-1256', name: 'Arabic (Windows-1256)' },
  { id: 'windows-1257', name: 'Baltic (Windows-1257)' },
  { id: 'windows-1258', name: 'Vietnamese (Windows-1258)' },
  { id: 'windows-874', name: 'Thai (Windows-874)' },
  { id: 'gb18030', name: 'Chinese, simplified (GB18030)' },
  { id: 'big5', name: 'Chinese, traditional (Big5)' },
  { id: 'shift_jis', name: 'Japanese (Shift JIS)' },
  { id: 'euc-jp', name: 'Japanese (EUC-JP)' },
  { id: 'euc-kr', name: 'Korean (EUC-KR)' },
] as const

/** One of `ENCODINGS`. */
export type Encoding = (typeof ENCODINGS)[number]['id']

/** The encoding of a file, and whether its bytes prove it. */
export type DetectedEncoding = { readonly encoding: Encoding; readonly confidence: 'certain' | 'likely' | 'guess' }

/** The names that the detector uses for them; ISO 8859 differs from Windows only in controls or a few letters. */
const DETECTED: Readonly<Record<string, Encoding>> = {
  'ISO-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
  'ISO-8859-2': 'windows-1250',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'KOI8-R': 'koi8-r',
  'ISO-8859-7': 'windows-1253',
  'windows-1253': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'windows-1255': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
  'windows-1254': 'windows-1254',
  'windows-1256': 'windows-1256',
  'windows-1257': 'windows-1257',
  'windows-1258': 'windows-1258',
  'windows-874': 'windows-874',
  GB18030: 'gb18030',
  Big5: 'big5',
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
}

/** Bytes that the detector looks at. */
const SAMPLE_BYTES = 65_536
/** Share of bad sequences that a UTF-8 file may have: one bad byte must not turn all its letters. */
const BAD_SHARE = 0.1
/** Confidence of the detector, 0 to 100, from which its answer is more than a guess. */
const LIKELY = 50

/** Decodes a file; what does not fit becomes U+FFFD. */
export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes)
}

/**
 * Detects the encoding of a caption file: by its byte order mark, by the zero bytes of UTF-16, by counting the sequences
 * of UTF-8, and otherwise by the letters of a sample.
 */
export async function detectEncoding(bytes: Uint8Array): Promise<DetectedEncoding> {
  const sure = markedEncoding(bytes) ?? encodingByZeros(bytes.subarray(0, SAMPLE_BYTES))
  if (sure !== undefined) return { encoding: sure, confidence: 'certain' }
  const { good, bad } = countUtf8(bytes)
  if (bad === 0) return { encoding: 'utf-8', confidence: 'certain' }
  if (bad <= good * BAD_SHARE) return { encoding: 'utf-8', confidence: 'likely' }
  // Only files in old encodings need the tables of the detector.
  const { analyse } = await import('chardet')
  const sample = sampleOf(bytes)
  const found = analyse(sample).flatMap(({ name, confidence }) => {
    const encoding = DETECTED[name]
    return encoding === undefined || !fits(sample, encoding) ? [] : [{ encoding, confidence }]
  })
  const [best] = found
  if (best === undefined) return { encoding: 'windows-1252', confidence: 'guess' }
  return { encoding: best.encoding, confidence: best.confidence >= LIKELY ? 'likely' : 'guess' }
}

function markedEncoding([first, second, third]: Uint8Array): Encoding | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined
}

/** In UTF-16, digits, colons and line ends have a zero byte on one side, and texts have no other. */
function encodingByZeros(sample: Uint8Array): Encoding | undefined {
  const zeros = [0, 0] as [number, number]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2 === 0 ? 0 : 1] += 1
  const [even, odd] = zeros
  if (even + odd === 0 || even + odd < sample.length / 20) return undefined
  return odd >= even ? 'utf-16le' : 'utf-16be'
}

/** The sequences of several bytes in a text that UTF-8 allows, and the bytes that it does not. */
function countUtf8(bytes: Uint8Array): { good: number; bad: number } {
  let [good, bad] = [0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) continue
    const length = byte >= 0xf0 && byte < 0xf5 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 ? 1 : 0
    let place = 0
    while (place < length && isContinuation(bytes[at + place + 1])) place += 1
    if (length === 0 || byte >= 0xf5 || place < length) bad += 1
    else {
      good += 1
      at += length
    }
  }
  return { good, bad }
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0
}

/** The lines with letters beyond ASCII: numbers and times tell nothing. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample: number[] = []
  let from = 0
  for (let at = 0; at <= bytes.length && sample.length < SAMPLE_BYTES; at += 1) {
    if (at < bytes.length && bytes[at] !== 0x0a) continue
    const line = bytes.subarray(from, Math.min(at + 1, from + SAMPLE_BYTES))
    if (line.some((byte) => byte >= 0x80)) sample.push(...line.subarray(0, SAMPLE_BYTES))
    from = at + 1
  }
  return Uint8Array.from(sample)
}

/** Whether nearly all bytes of a sample mean something in an encoding. */
function fits(sample: Uint8Array, encoding: Encoding): boolean {
  const text = decodeText(sample, encoding)
  const wrong = text.match(/[\uFFFD\u0080-\u009F]/gu)?.length ?? 0
  return wrong <= text.length / 50
}
