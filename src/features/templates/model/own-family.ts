import { z } from 'zod'

/** The reference of a font that somebody added to their account, beside the ids of shipped families. */
export const OwnFamily = z.templateLiteral(['own:', z.uuid()])
/** The reference of an own font: `own:` and its id. */
export type OwnFamily = z.output<typeof OwnFamily>

const REFERENCE = /^own:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** True for the reference of an own font, whether or not the font exists. */
export function isOwnFamily(id: string): id is OwnFamily {
  return REFERENCE.test(id)
}

/** The reference of an own font. @param id its UUID */
export function ownFamily(id: string): OwnFamily {
  return OwnFamily.parse(`own:${id}`)
}
