import { useState } from 'react'
import { AppError } from '#platform/shared/errors.ts'
import type { CaptionFile } from '../model/subtitles.ts'
import { decodeText, type DetectedEncoding, detectEncoding, type Encoding } from './text-encoding.ts'

/** Maximum characters of a caption file, as on the server. Two hours of captions as JSON fit. */
const MAX_CHARACTERS = 5_000_000

/** A chosen caption file, as it will be read. */
export type ChosenFile = {
  readonly name: string
  readonly bytes: Uint8Array
  readonly detected: DetectedEncoding
  readonly encoding: Encoding
  readonly text: string
  /** Absent for a caption download of ours, which comes back whole, and for a file that cannot be read. */
  readonly captions?: CaptionFile
  /** Why it cannot be read. */
  readonly refusal?: string
}

/** State of the caption file in the start form: what was chosen, its encoding, and what is in it. */
export function useCaptionFile() {
  const [chosen, setChosen] = useState<ChosenFile>()
  const [problem, setProblem] = useState<string>()

  async function choose([file]: readonly File[]) {
    if (file === undefined) return
    const bytes = file.size <= 4 * MAX_CHARACTERS ? new Uint8Array(await file.arrayBuffer()) : undefined
    const detected = bytes && (await detectEncoding(bytes))
    const read = bytes && detected && (await readBytes(bytes, detected.encoding))
    if (!bytes || !detected || !read || read.text.length > MAX_CHARACTERS) {
      return setProblem(`“${file.name}” is too large for captions. Choose a file of at most five million characters.`)
    }
    setProblem(undefined)
    setChosen({ name: file.name, bytes, detected, ...read })
  }

  async function changeEncoding(encoding: Encoding) {
    if (chosen === undefined) return
    const { name, bytes, detected } = chosen
    setChosen({ name, bytes, detected, ...(await readBytes(bytes, encoding)) })
  }

  return { chosen, problem, choose, changeEncoding }
}

async function readBytes(
  bytes: Uint8Array,
  encoding: Encoding,
): Promise<Pick<ChosenFile, 'encoding' | 'text' | 'captions' | 'refusal'>> {
  const text = decodeText(bytes, encoding).trim()
  if (text.length > MAX_CHARACTERS) return { encoding, text }
  // Most videos start without a caption file, and do not load its readers.
  const { isCaptionDocument, readCaptionFile } = await import('../model/caption-file.ts')
  if (isCaptionDocument({ kind: 'subtitles', text })) return { encoding, text }
  try {
    return { encoding, text, captions: readCaptionFile(text) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { encoding, text, refusal: error.message }
  }
}
