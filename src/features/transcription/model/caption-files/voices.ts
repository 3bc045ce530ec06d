import { LONGEST_SPEAKER } from '../word.ts'
import { decodeReferences } from './character-references.ts'

/** The person who says the text after `at`, up to the next one; an empty name is nobody. Sorted by `at`. */
export type Voice = { readonly at: number; readonly name: string }

/** The name in a voice tag of WebVTT (`v Ana`, `v.loud Ana`); empty for its end; null for another tag. */
export function voiceOfTag(tag: string): string | null {
  if (tag === '/v') return ''
  const name = /^v(?:\.\S*)?\s(.*)$/su.exec(tag)?.[1]
  return name === undefined ? null : speakerName(decodeReferences(name))
}

/** A name on one line and not too long. The labels of pyannote count from 0: `SPEAKER_00` is “Speaker 1”. */
export function speakerName(label: string): string {
  const number = /^SPEAKER_(\d{1,4})$/u.exec(label.trim())?.[1]
  if (number !== undefined) return `Speaker ${Number(number) + 1}`
  const clean = label.toWellFormed().replaceAll('\0', '').replace(/\s+/gu, ' ').trim()
  return clean.slice(0, LONGEST_SPEAKER).toWellFormed().trim()
}

/** Who says the text at an offset; undefined for nobody. */
export function speakerAt(voices: readonly Voice[] | undefined, at: number): string | undefined {
  const name = voices?.findLast((voice) => voice.at <= at)?.name ?? ''
  return name === '' ? undefined : name
}
