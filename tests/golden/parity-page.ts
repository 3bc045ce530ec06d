/** Runs in Chromium: draws the requests of `parity.test.ts` with the same painter and font files. */
import { type CaptionTrack, type DecorPictures, type DocumentOverlays, draw, drawFilm, emojiOf, EXACT_VIEW, type Film, filmStateAt, fontsOf, type Frame, type LogoFile, type OwnFontFile, pageSource, placeLogo, sceneOf, stateAt } from '#features/rendering/model/index.ts'
import { loadedEmojiPictures, loadEmojiPictures } from '#features/rendering/web/preview/emoji-pictures.ts'
import { loadLogo } from '#features/rendering/web/preview/logo-pictures.ts'
import type { Template } from '#features/templates/model/index.ts'

/** One request: captions at several times, over grey. */
export type PaintRequest = { readonly track: CaptionTrack; readonly template: Template; readonly frame: Frame; readonly times: readonly number[]; readonly ownFonts?: readonly OwnFontFile[]; readonly logos?: readonly LogoFile[] }

/** Captions with title, bar, closing card and logo. */
export type FilmRequest = Pick<PaintRequest, 'track' | 'template' | 'frame' | 'times'> & { readonly overlays: DocumentOverlays; readonly logo?: LogoFile }

declare global {
  interface Window {
    paintAll: (request: PaintRequest) => Promise<string[]>
    paintFilm: (request: FilmRequest) => Promise<string[]>
  }
}

type Font = ReturnType<typeof fontsOf>[number]

/** Each font is loaded and added once for all drawings. */
const added = new Map<string, Promise<unknown>>()

function add(font: Font): Promise<unknown> {
  const key = JSON.stringify(font)
  const adding = added.get(key) ?? addNew(font)
  added.set(key, adding)
  return adding
}

async function addNew(font: Font): Promise<void> {
  const { family, weight } = font
  const source = pageSource(font)
  document.fonts.add(await new FontFace(family, `url(${source})`, { weight }).load())
}

/** The SHA-256 of the pixels at each time. */
window.paintAll = async ({ track, template, frame, times, ownFonts = [], logos = [] }) => {
  await Promise.all([...fontsOf(track, template, ownFonts).map(add), loadEmojiPictures(emojiOf(track))])
  const context = contextOf(frame)
  const attached = await Promise.all(logos.map(async (logo) => [logo.id, await loadLogo(logo)] as const))
  const pictures: DecorPictures = new Map([...loadedEmojiPictures(emojiOf(track)), ...attached])
  const scene = sceneOf({ track, template, frame, ownFonts, context, pictures })
  const region = scene.region ?? { x0: 0, y0: 0, x1: 2, y1: 2 }
  const hashes = times.map((tMs) => {
    context.fillStyle = '#667788'
    context.fillRect(region.x0, region.y0, region.x1 - region.x0, region.y1 - region.y0)
    draw(context, scene, stateAt(scene, tMs), EXACT_VIEW)
    const { data } = context.getImageData(region.x0, region.y0, region.x1 - region.x0, region.y1 - region.y0)
    return crypto.subtle.digest('SHA-256', data)
  })
  return Promise.all(hashes).then(inHex)
}

/** The SHA-256 of the pixels of the whole frame at each time. */
window.paintFilm = async ({ track, template, frame, times, overlays, logo: file }) => {
  const texts = [{ track, template }, overlays.title, overlays.closing?.text ?? null].filter((text) => text !== null)
  await Promise.all(texts.flatMap((text) => fontsOf(text.track, text.template).map(add)))
  const context = contextOf(frame)
  const layOut = (text: Pick<PaintRequest, 'track' | 'template'>) => sceneOf({ ...text, frame, context })
  const { title, closing, logo, ...others } = overlays
  const picture = file && (await loadLogo(file))
  const film: Film = {
    captions: layOut({ track, template }),
    overlays: { ...others, title: title && layOut(title), closing: closing && { ...closing, text: closing.text && layOut(closing.text) }, logo: logo && picture ? placeLogo(logo, frame, picture) : null },
  }
  const hashes = times.map((tMs) => {
    context.fillStyle = '#667788'
    context.fillRect(0, 0, frame.width, frame.height)
    drawFilm(context, film, filmStateAt(film, tMs), EXACT_VIEW)
    return crypto.subtle.digest('SHA-256', context.getImageData(0, 0, frame.width, frame.height).data)
  })
  return Promise.all(hashes).then(inHex)
}

const contexts = new Map<string, OffscreenCanvasRenderingContext2D>()

/** The canvas of a size, as new: memory for another one costs more than drawing. */
function contextOf({ width, height }: Frame): OffscreenCanvasRenderingContext2D {
  const key = `${width} ${height}`
  const context = contexts.get(key) ?? new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('no canvas')
  contexts.set(key, context)
  context.reset()
  return context
}

function inHex(hashes: readonly ArrayBuffer[]): string[] {
  return hashes.map((hash) => [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
}
