import {
  type CaptionDocument,
  cueSpan,
  cuesOf,
  directionOf,
  MAIN_STYLE,
  wordsOf,
} from '#features/captions/model/index.ts'
import { orderPatches } from '#features/templates/model/index.ts'
import type { CaptionTrack } from './caption.ts'

/** The captions of a document's main track. */
export function trackOf(document: CaptionDocument): CaptionTrack {
  const [main] = document.tracks
  return {
    language: main.lang,
    direction: directionOf(document),
    captions: cuesOf(document).map((cue) => {
      const { t0, t1 } = cueSpan(document, cue)
      const breaks = new Set(cue.breaks)
      const words = wordsOf(document, cue).map((word) => ({
        text: word.text,
        t0: word.t0,
        t1: word.t1,
        tags: word.tags,
        joined: word.join === 'none',
        breakBefore: breaks.has(word.id),
      }))
      const patches = orderPatches({
        document: document.styles[MAIN_STYLE],
        caption: cue.styleId === undefined ? undefined : document.styles[cue.styleId],
      })
      return { fromMs: t0, toMs: t1, words, patches }
    }),
  }
}
