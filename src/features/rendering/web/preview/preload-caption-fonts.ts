import { type CaptionDocument, templateOf } from '#features/captions/model/index.ts'
import { fontsOf, trackOf } from '../../model/index.ts'
import { loadCaptionFonts } from './caption-fonts.ts'

/** Begins to load the fonts of captions that are about to be shown. Showing them retries what fails here. */
export function preloadCaptionFonts(captions: CaptionDocument): void {
  loadCaptionFonts(fontsOf(trackOf(captions), templateOf(captions))).catch(() => undefined)
}
