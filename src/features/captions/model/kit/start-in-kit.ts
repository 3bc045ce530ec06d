import { applyCommands } from '../edits/apply-commands.ts'
import type { NewDocument } from '../create-document.ts'
import { type BrandKitRef, type CaptionDocument, MAIN_STYLE } from '../document.ts'

/**
 * New captions that follow a brand kit. A look that was chosen for them stays, as their own change.
 * @param chosen the template and style that somebody chose for these captions
 */
export function startInKit(
  fresh: CaptionDocument,
  kit: BrandKitRef,
  { template, style }: Pick<NewDocument, 'template' | 'style'>,
): CaptionDocument {
  const { doc } = applyCommands(fresh, [{ type: 'setBrandKit', kit }])
  // The newest version of the kit's template is the kit's.
  const isOwn = template !== undefined && template.id !== kit.style?.template?.id
  return {
    ...doc,
    ...(isOwn && { template }),
    ...(style !== undefined && { styles: { ...doc.styles, [MAIN_STYLE]: style } }),
  }
}
