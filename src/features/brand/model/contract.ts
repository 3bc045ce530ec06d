import { oc } from '@orpc/contract'
import { z } from 'zod'
import { BrandKit } from './brand-kit.ts'
import { OwnFont } from './own-font.ts'

const font = z.object({ id: z.uuid() })
const fonts = z.object({
  /** Newest first. */
  fonts: z.array(OwnFont),
})

/** `/api/rpc/brand/*` */
export const brandContract = {
  /** The fonts of the caller's account. */
  fonts: oc.output(fonts),
  /** The fonts of the owner of a project, for everybody who may see it. */
  projectFonts: oc.input(z.object({ projectId: z.uuid() })).output(fonts),
  /** Removes a font. Captions that name it are drawn with the template's font. `restoreFont` undoes it for a day. */
  removeFont: oc.input(font).output(z.object({ removed: z.literal(true) })),
  /** The kit of the owner of a project, for everybody who may see it. */
  projectKit: oc.input(z.object({ projectId: z.uuid() })).output(BrandKit),
  /** Replaces the kit of the caller's account. */
  saveKit: oc.input(BrandKit).output(BrandKit),
  restoreFont: oc.input(font).output(z.object({ font: OwnFont })),
}
