import { useLayoutEffect, useState } from 'react'
import type { Template } from '#features/templates/model/index.ts'
import {
  assetsOf,
  type CaptionTrack,
  createLayoutCache,
  type DecorPictures,
  emojiOf,
  fontsOf,
  type Frame,
  type Scene,
  sceneOf,
} from '../model/index.ts'
import { areCaptionFontsLoaded, loadCaptionFonts } from './caption-fonts.ts'
import { useOwnFonts } from './own-fonts-context.ts'
import { areEmojiPicturesLoaded, loadedEmojiPictures, loadEmojiPictures } from './emoji-pictures.ts'
import { loadedLogo, loadLogo } from './logo-pictures.ts'
import { useLogos } from './logos-context.ts'

/** The inputs of a layout; a new object requests a new layout. */
export type SceneRequest = {
  readonly track: CaptionTrack
  readonly template: Template
  readonly frame: Frame
  readonly reducedMotion: boolean
}

/**
 * A scene, once its fonts, emoji and pictures are loaded. Until then the previous one stays, to avoid flicker. `failed`
 * says what could not be loaded: without fonts the previous scene stays, without emoji boxes are drawn for them, and
 * other pictures are left out.
 */
export type LaidOut = { readonly scene: Scene | null; readonly failed: 'fonts' | 'emoji' | 'pictures' | null }

/**
 * The scene of captions, a new one for each request. Captions with an equal layout in both scenes share it. Ready
 * before the next paint if all fonts are loaded. Null requests nothing.
 */
export function useScene(request: SceneRequest | null): LaidOut {
  const [laidOut, setLaidOut] = useState<LaidOut>({ scene: null, failed: null })
  const [layouts] = useState(createLayoutCache)
  const ownFonts = useOwnFonts()
  const logos = useLogos()

  useLayoutEffect(() => {
    if (request === null) return
    let left = false
    const { track, template } = request
    const faces = fontsOf(track, template, ownFonts)
    const emoji = emojiOf(track)
    const assets = new Set(assetsOf(track))
    const files = logos.filter(({ id }) => assets.has(id))
    const layOut = (failed: LaidOut['failed']) => {
      if (left) return
      const attached = files.flatMap((file) => {
        const picture = loadedLogo(file)
        return picture === undefined ? [] : [[file.id, picture] as const]
      })
      const pictures: DecorPictures = new Map([...loadedEmojiPictures(emoji), ...attached])
      setLaidOut({ scene: sceneOf({ ...request, ownFonts, context: measuringContext(), pictures, layouts }), failed })
    }
    const missing = files.filter((file) => loadedLogo(file) === undefined)
    if (areCaptionFontsLoaded(faces) && areEmojiPicturesLoaded(emoji) && missing.length === 0) layOut(null)
    else
      void Promise.allSettled([
        loadCaptionFonts(faces),
        loadEmojiPictures(emoji),
        Promise.all(missing.map(loadLogo)),
      ]).then(([fonts, pictures, attached]) => {
        // Without a network the last captions stay, and the page says so.
        if (fonts.status === 'rejected') {
          if (!left) setLaidOut(({ scene }) => ({ scene, failed: 'fonts' }))
        } else layOut(pictures.status === 'rejected' ? 'emoji' : attached.status === 'rejected' ? 'pictures' : null)
      })
    return () => {
      left = true
    }
  }, [request, layouts, ownFonts, logos])

  return laidOut
}

let measuring: OffscreenCanvasRenderingContext2D | undefined

function measuringContext(): OffscreenCanvasRenderingContext2D {
  const context = measuring ?? new OffscreenCanvas(2, 2).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('this browser has no canvas')
  measuring = context
  return context
}
