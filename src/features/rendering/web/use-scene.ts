import { useLayoutEffect, useState } from 'react'
import type { Template } from '#features/templates/model/index.ts'
import {
  type CaptionTrack,
  createLayoutCache,
  emojiOf,
  fontsOf,
  type Frame,
  type Scene,
  sceneOf,
} from '../model/index.ts'
import { areCaptionFontsLoaded, loadCaptionFonts } from './caption-fonts.ts'
import { useOwnFonts } from './own-fonts-context.ts'
import { areEmojiPicturesLoaded, loadedEmojiPictures, loadEmojiPictures } from './emoji-pictures.ts'

/** The inputs of a layout; a new object requests a new layout. */
export type SceneRequest = {
  readonly track: CaptionTrack
  readonly template: Template
  readonly frame: Frame
  readonly reducedMotion: boolean
}

/**
 * A scene, once its fonts and emoji are loaded. Until then the previous one stays, to avoid flicker. `failed` says what
 * could not be loaded: without fonts the previous scene stays, without emoji boxes are drawn for them.
 */
export type LaidOut = { readonly scene: Scene | null; readonly failed: 'fonts' | 'emoji' | null }

/**
 * The scene of captions, a new one for each request. Captions with an equal layout in both scenes share it. Ready
 * before the next paint if all fonts are loaded. Null requests nothing.
 */
export function useScene(request: SceneRequest | null): LaidOut {
  const [laidOut, setLaidOut] = useState<LaidOut>({ scene: null, failed: null })
  const [layouts] = useState(createLayoutCache)
  const ownFonts = useOwnFonts()

  useLayoutEffect(() => {
    if (request === null) return
    let left = false
    const { track, template } = request
    const faces = fontsOf(track, template, ownFonts)
    const emoji = emojiOf(track)
    const layOut = (failed: LaidOut['failed']) => {
      if (left) return
      const pictures = loadedEmojiPictures(emoji)
      setLaidOut({ scene: sceneOf({ ...request, ownFonts, context: measuringContext(), pictures, layouts }), failed })
    }
    if (areCaptionFontsLoaded(faces) && areEmojiPicturesLoaded(emoji)) layOut(null)
    else
      void Promise.allSettled([loadCaptionFonts(faces), loadEmojiPictures(emoji)]).then(([fonts, pictures]) => {
        // Without a network the last captions stay, and the page says so.
        if (fonts.status === 'fulfilled') layOut(pictures.status === 'fulfilled' ? null : 'emoji')
        else if (!left) setLaidOut(({ scene }) => ({ scene, failed: 'fonts' }))
      })
    return () => {
      left = true
    }
  }, [request, layouts, ownFonts])

  return laidOut
}

let measuring: OffscreenCanvasRenderingContext2D | undefined

function measuringContext(): OffscreenCanvasRenderingContext2D {
  const context = measuring ?? new OffscreenCanvas(2, 2).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('this browser has no canvas')
  measuring = context
  return context
}
