import { z } from 'zod'
import { cleanText } from './title.ts'

/** The most tags of a video. */
export const MAX_TAGS = 10
/** The longest tag, in UTF-16 units. */
const MAX_LENGTH = 30

/** A few words by which an owner finds a video again, 1 to 30 characters. */
export const Tag = z.string().trim().min(1).max(MAX_LENGTH)
export type Tag = z.output<typeof Tag>

/** A typed tag, made safe to display; empty if nothing is left. */
export function cleanTag(tag: string): Tag {
  return cleanText(tag)
}

/** Equal for tags that differ in case only: these are one tag. */
export function tagKey(tag: Tag): string {
  return tag.toLowerCase()
}
