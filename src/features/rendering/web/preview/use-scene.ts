import { useLayoutEffect, useMemo, useState } from 'react'
import type { Template } from '#features/templates/model/index.ts'
import {
  assetsOf,
  type CaptionTrack,
  createLayoutCache,
  type DecorPictures,
  emojiOf,
  type FontFace as CaptionFont,
  fontsOf,
  type Frame,
  type LogoFile,
  type OwnFontFile,
  type Scene,
  sceneOf,
  wordsOf,
} from '../../model/index.ts'
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
  /** Whether the captions are a sample, for which large fonts need not be whole. */
  readonly isSample?: boolean
}

/**
 * A scene, once its fonts, emoji and pictures are loaded. Until then the previous one stays, to avoid flicker. `failed`
 * says what could not be loaded: without fonts the previous scene stays, without emoji boxes are drawn for them, and
 * other pictures are left out.
 */
export type LaidOut = { readonly scene: Scene | null; readonly failed: 'fonts' | 'emoji' | 'pictures' | null }

/**
 * The scene of captions, a new one for each request. Captions with an equal layout in both scenes share it. Returned by
 * the render of the request itself if all files are loaded. Null requests nothing.
 */
export function useScene(request: SceneRequest | null): LaidOut {
  const [layouts] = useState(createLayoutCache)
  const ownFonts = useOwnFonts()
  const logos = useLogos()
  const files = useMemo(() => (request === null ? null : filesOf(request, ownFonts, logos)), [request, ownFonts, logos])
  const [ended, setEnded] = useState<{ readonly files: SceneFiles; readonly failed: LaidOut['failed'] } | null>(null)
  useLayoutEffect(() => {
    if (files === null || files.areLoaded) return
    let left = false
    void loadFiles(files).then((failed) => {
      if (!left) setEnded({ files, failed })
    })
    return () => {
      left = true
    }
  }, [files])

  const failed = files?.areLoaded === true ? null : ended?.files === files ? ended?.failed : undefined
  const newest = useMemo(() => {
    if (request === null || files === null || failed === undefined) return null
    // Without a network the last captions stay, and the page says so.
    if (failed === 'fonts') return { scene: null, failed }
    return { scene: sceneWith(request, files, { ownFonts, layouts }), failed }
  }, [request, files, failed, ownFonts, layouts])
  const [last, setLast] = useState<{ readonly of: LaidOut | null; readonly laidOut: LaidOut }>(NOTHING)
  if (newest === null || newest === last.of) return last.laidOut
  const laidOut = newest.scene === null ? { ...newest, scene: last.laidOut.scene } : newest
  setLast({ of: newest, laidOut })
  return laidOut
}

const NOTHING = { of: null, laidOut: { scene: null, failed: null } }

/** The files that a scene is drawn with. */
type SceneFiles = {
  readonly faces: readonly CaptionFont[]
  /** The words of a sample. */
  readonly sample: string | undefined
  readonly emoji: readonly string[]
  readonly logos: readonly LogoFile[]
  /** Whether nothing was left to load when they were listed. */
  readonly areLoaded: boolean
}

function filesOf(
  { track, template, isSample = false }: SceneRequest,
  ownFonts: readonly OwnFontFile[],
  known: readonly LogoFile[],
): SceneFiles {
  const faces = fontsOf(track, template, ownFonts)
  const sample = isSample ? wordsOf(track) : undefined
  const emoji = emojiOf(track)
  const assets = new Set(assetsOf(track))
  const logos = known.filter(({ id }) => assets.has(id))
  const areLoaded = areCaptionFontsLoaded(faces, sample) && areEmojiPicturesLoaded(emoji) && logos.every(isLogoLoaded)
  return { faces, sample, emoji, logos, areLoaded }
}

/** @returns what could not be loaded */
async function loadFiles({ faces, sample, emoji, logos }: SceneFiles): Promise<LaidOut['failed']> {
  const [fonts, pictures, attached] = await Promise.allSettled([
    loadCaptionFonts(faces, sample),
    loadEmojiPictures(emoji),
    Promise.all(logos.filter((file) => !isLogoLoaded(file)).map(loadLogo)),
  ])
  if (fonts.status === 'rejected') return 'fonts'
  if (pictures.status === 'rejected') return 'emoji'
  return attached.status === 'rejected' ? 'pictures' : null
}

function isLogoLoaded(file: LogoFile): boolean {
  return loadedLogo(file) !== undefined
}

type Shared = Pick<Parameters<typeof sceneOf>[0], 'ownFonts' | 'layouts'>

/** A scene with the pictures that are loaded. Nothing is laid out before its first use. */
function sceneWith(request: SceneRequest, { emoji, logos }: SceneFiles, shared: Shared): Scene {
  const attached = logos.flatMap((file) => {
    const picture = loadedLogo(file)
    return picture === undefined ? [] : [[file.id, picture] as const]
  })
  const pictures: DecorPictures = new Map([...loadedEmojiPictures(emoji), ...attached])
  return sceneOf({
    ...request,
    ...shared,
    pictures,
    // Created with the first layout, which is outside of a render.
    get context() {
      return measuringContext()
    },
  })
}

let measuring: OffscreenCanvasRenderingContext2D | undefined

function measuringContext(): OffscreenCanvasRenderingContext2D {
  const context = measuring ?? new OffscreenCanvas(2, 2).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('this browser has no canvas')
  measuring = context
  return context
}
