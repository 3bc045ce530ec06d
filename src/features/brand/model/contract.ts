import { oc } from '@orpc/contract'
import { z } from 'zod'
import { BrandKit, SavedKit } from './brand-kit.ts'
import { Logo } from './logo.ts'
import { OwnFont } from './own-font.ts'
import { Followers } from './restyle.ts'

const logo = z.object({ id: z.uuid() })
const font = z.object({ id: z.uuid() })
const logos = z.object({
  /** Newest first. */
  logos: z.array(Logo),
})
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
  /** The logos of the caller's account. */
  logos: oc.output(logos),
  /** The logos of the owner of a project, for everybody who may see it. */
  projectLogos: oc.input(z.object({ projectId: z.uuid() })).output(logos),
  /** Removes a logo. Videos that show it are drawn without it. `restoreLogo` undoes it for a day. */
  removeLogo: oc.input(logo).output(z.object({ removed: z.literal(true) })),
  restoreLogo: oc.input(logo).output(z.object({ logo: Logo })),
  /** The kit of the caller's account. */
  kit: oc.output(SavedKit),
  /** The kit of the owner of a project, for everybody who may see it. */
  projectKit: oc.input(z.object({ projectId: z.uuid() })).output(SavedKit),
  /** Replaces the kit of the caller's account. Videos that follow it change only by `restyle`. */
  saveKit: oc.input(BrandKit).output(SavedKit),
  /** The videos that follow the kit of the caller's account, and the newest restyling of them. */
  followers: oc.input(z.object({ exceptProjectId: z.uuid().exactOptional() }).default({})).output(Followers),
  /** Starts to bring these videos to the present kit. What was changed in a video itself stays. */
  restyle: oc.output(Followers),
  /** Stops a running restyling. Videos that are restyled stay so. */
  cancelRestyle: oc.output(Followers),
  restoreFont: oc.input(font).output(z.object({ font: OwnFont })),
}
