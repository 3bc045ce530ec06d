import published from './published.json' with { type: 'json' }
import type { TemplateVersion } from './catalogue.ts'

/** What is drawn of a template: one moment of it, or all of its moments one above the other. */
export const TEMPLATE_PICTURES = ['still', 'moving'] as const
/** One of the pictures of a template. */
export type TemplatePicture = (typeof TEMPLATE_PICTURES)[number]

/** Raise it when the pictures change although the templates do not, as with a new background: browsers keep them. */
const REVISION = 3
/** Hexadecimal digits of the hash in an address: enough for versions of one template. */
const HASH_DIGITS = 12

/** The address of a picture of a published template: it contains the template's hash, so browsers may keep it. */
export function templatePicturePath({ id, version }: TemplateVersion, picture: TemplatePicture): string {
  const hashes: Readonly<Record<string, string>> = published
  const hash = hashes[`${id}@${version}`]?.slice(0, HASH_DIGITS) ?? 'unpublished'
  return `/template-pictures/${id}-${picture}-${hash}-${REVISION}.webp`
}
