import { z } from 'zod'
import { BrandKitRef, MAIN_STYLE } from '../document.ts'
import { followKit } from '../kit/follow-kit.ts'
import { defineCommand, REAPPLY_WHOLE } from './define-command.ts'

/**
 * Follows a brand kit, or a newer revision of it, by writing its values where the document has no changes of its own.
 * Null ends following; the values stay.
 */
export const setBrandKit = defineCommand({
  schema: z.strictObject({ type: z.literal('setBrandKit'), kit: BrandKitRef.nullable() }),
  label({ kit }, inverse) {
    if (kit === null) return 'Stop following the brand kit'
    return inverse?.parts?.brandKit ? 'Apply the changed brand kit' : 'Follow the brand kit'
  },
  steps: (doc) => 1 + Object.keys(doc.styles).length,
  edit: (doc, { kit }) => (kit === null ? { parts: { brandKit: null } } : followKit(doc, kit)),
  keepsPromises: false,
  isRestyling: false,
  footprint: {
    captions: 'follow',
    reads: ({ overlays }) => [
      'template',
      ...[MAIN_STYLE, overlays?.title?.styleId, overlays?.closing?.styleId].flatMap((id) =>
        id === undefined ? [] : [`style:${id}` as const],
      ),
      'part:overlays',
      'part:brandKit',
    ],
  },
  afterConflict: REAPPLY_WHOLE,
})
