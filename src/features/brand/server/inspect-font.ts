import { create } from 'fontkit'
import { AppError } from '#platform/shared/errors.ts'
// Imports files, not the model's index: a thread loads only what it runs.
import { rangesOf } from '../model/coverage.ts'
import { embeddingProblem } from '../model/embedding.ts'

/** What a font file says of itself. */
export type FontFacts = {
  readonly family: string
  readonly style: string
  readonly weightMin: number
  readonly weightMax: number
  readonly isItalic: boolean
  /** Hexadecimal ranges of code points, by comma. */
  readonly coverage: string
}

const UNREADABLE = 'We couldn’t read this font. Export it again as OTF or TTF and try again.'
const NAME_LENGTH = 80
const REGULAR = 400

/** Reads a sanitized font. @throws AppError `unsupported_media` */
export function inspectFont(bytes: Uint8Array): FontFacts {
  const font = open(bytes)
  const os2 = font['OS/2']
  const problem = embeddingProblem(os2.fsType)
  if (problem !== null) throw new AppError('unsupported_media', problem)
  const weight = font.variationAxes['wght']
  const own = clampWeight(os2.usWeightClass)
  return {
    // The preferred names group a family with more than four styles.
    family: nameOf(font.getName('preferredFamily', 'en') ?? font.familyName) || 'Unnamed font',
    style: nameOf(font.getName('preferredSubfamily', 'en') ?? font.subfamilyName),
    weightMin: weight === undefined ? own : clampWeight(weight.min),
    weightMax: weight === undefined ? own : clampWeight(weight.max),
    isItalic: font.italicAngle !== 0 || os2.fsSelection.italic,
    coverage: rangesOf(font.characterSet.toSorted((a, b) => a - b)),
  }
}

function open(bytes: Uint8Array) {
  try {
    const font = create(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    // A collection has no tables of its own.
    if (!('characterSet' in font) || font.characterSet.length === 0) throw new Error('no characters')
    return font
  } catch (error) {
    throw new AppError('unsupported_media', UNREADABLE, {}, { cause: error })
  }
}

function clampWeight(weight: number): number {
  return Number.isFinite(weight) ? Math.min(1_000, Math.max(1, Math.round(weight))) : REGULAR
}

/** A name without control characters, which would break lines on pages. */
function nameOf(name: string | null): string {
  return (name ?? '').replaceAll(/\p{C}/gu, '').trim().slice(0, NAME_LENGTH)
}
