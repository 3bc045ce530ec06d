export type { MeasuringContext, PainterContext } from './canvas.ts'
export { type BlurredBox, blurredBoxes, filmBlur, redrawMask } from './paint/blurred-boxes.ts'
export { captionBox } from './layout/caption-box.ts'
export type { Caption, CaptionTrack, CaptionWord } from './caption.ts'
export { changedRect, coverOf, type FrameChange, frameChanges } from './paint/change.ts'
export { ExportSummary, Render, renderingContract, RenderQuality, RenderState } from './contract.ts'
export type { WordDecor } from './decor/decor.ts'
export {
  changedFilmRect,
  drawFilm,
  type Film,
  filmChanges,
  type FilmOverlays,
  filmRegion,
  type FilmState,
  filmStateAt,
  NOTHING_SHOWN,
  redrawFilm,
} from './paint/film.ts'
export { type DocumentOverlays, overlaysOf, type OverlayText } from './document-overlays.ts'
export { draw, EXACT_VIEW, redraw, type View } from './paint/draw.ts'
export { assetsOf, emojiOf } from './decor/track-emoji.ts'
export { pictureIdsOf } from './decor/document-pictures.ts'
export type { DecorPictures } from './decor/decor-picture.ts'
export {
  EMOJI_SET,
  EMOJI_SIZES,
  emojiFile,
  emojiOfFile,
  emojiPath,
  type EmojiPicture,
  type EmojiPictures,
  sizePlaces,
} from './decor/emoji-picture.ts'
export { type FontSlice, type FontSlices, slicesFor } from './fonts/font-slices.ts'
export { allFaces, facesFor, type FontFace, ownFace, pageSource } from './fonts/fonts.ts'
export type { Rect } from '#platform/shared/rect.ts'
export { ownFamiliesOf, type OwnFontFile, ownFontOf } from './fonts/own-fonts.ts'
export { type DocumentLogo, type LogoFile, type LogoPicture, placeLogo } from './paint/logo.ts'
export { evenFrame } from './layout/even-frame.ts'
export { createLayoutCache, type LayoutCache } from './layout/layout-cache.ts'
export { withoutTags, withSharedFont, wordsOf } from './fonts/shared-font.ts'
export { fontsOf, type Frame, type Scene, type SceneInput, sceneOf } from './layout/scene.ts'
export type { ScenePage } from './layout/scene-page.ts'
export { frameTimeMs, type SceneState, stateAt } from './paint/state.ts'
export { trackOf } from './track.ts'
