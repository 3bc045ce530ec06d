import { z } from 'zod'
import { ANCHORS } from '#platform/shared/anchor.ts'

/** Largest file of a logo, in bytes. */
export const LOGO_MAX_BYTES = 2_000_000
/** Longest side of a picture that is sent, in pixels. */
export const LOGO_MAX_SIDE = 4_096
/** Longest side of a stored logo, in pixels. */
export const LOGO_STORED_SIDE = 1_024
/** Logos of one account, with the pictures on words. */
export const MAX_LOGOS = 40
/** Longest name of a logo, in letters. */
export const LOGO_NAME_LENGTH = 80

/** A picture that somebody added to their account, to show on videos. */
export const Logo = z.object({
  id: z.uuid(),
  /** From its file's name, without the ending. */
  name: z.string().min(1).max(LOGO_NAME_LENGTH),
  /** Of its largest level, in pixels. */
  width: z.int().min(1).max(LOGO_STORED_SIDE),
  height: z.int().min(1).max(LOGO_STORED_SIDE),
  sizeBytes: z.int().min(1),
  createdAt: z.iso.datetime(),
})
export type Logo = z.output<typeof Logo>

/** The logo that new videos offer first, and where it stands. */
export const KitLogo = z.object({
  id: z.uuid(),
  anchor: z.enum(ANCHORS),
  /** Its longer side, as a share of the frame's shorter side. */
  size: z.number().min(0.02).max(1),
  /** Distance from the edges, as a share of the frame's shorter side. */
  margin: z.number().min(0).max(0.25),
  opacity: z.number().min(0).max(1),
})
export type KitLogo = z.output<typeof KitLogo>

/** The name of a logo from its file's name: without folders, ending and control characters. */
export function logoName(fileName: string): string {
  const base = fileName.split(/[/\\]/).at(-1) ?? ''
  const name = base
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/\p{C}/gu, '')
    .trim()
  return name.slice(0, LOGO_NAME_LENGTH) || 'Logo'
}
