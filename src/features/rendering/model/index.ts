export type { MeasuringContext, PainterContext } from './canvas.ts'
export { type BlurredBox, blurredBoxes, filmBlur, redrawMask } from './blurred-boxes.ts'
export { captionBox } from './caption-box.ts'
export type { Caption, CaptionTrack, CaptionWord } from './caption.ts'
export { changedRect, coverOf, type FrameChange, frameChanges } from './change.ts'
export { ExportSummary, Render, renderingContract, RenderQuality, RenderState } from './contract.ts'
export type { WordDecor } from './decor.ts'
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
} from './film.ts'
export { type DocumentOverlays, overlaysOf, type OverlayText } from './document-overlays.ts'
export { draw, EXACT_VIEW, redraw, type View } from './draw.ts'
export { assetsOf, emojiOf } from './track-emoji.ts'
export { pictureIdsOf } from './document-pictures.ts'
export type { DecorPictures } from './decor-picture.ts'
export {
  EMOJI_SET,
  EMOJI_SIZES,
  emojiFile,
  emojiOfFile,
  emojiPath,
  type EmojiPicture,
  type EmojiPictures,
  sizePlaces,
} from './emoji-picture.ts'
export { type FontSlice, type FontSlices, slicesFor } from './font-slices.ts'
export { allFaces, facesFor, type FontFace, ownFace, pageSource } from './fonts.ts'
export type { Rect } from '#platform/shared/rect.ts'
export { ownFamiliesOf, type OwnFontFile, ownFontOf } from './own-fonts.ts'
export { type DocumentLogo, type LogoFile, type LogoPicture, placeLogo } from './logo.ts'
export { createLayoutCache, type LayoutCache } from './layout-cache.ts'
export { withoutTags, withSharedFont, wordsOf } from './shared-font.ts'
export { fontsOf, type Frame, type Scene, type SceneInput, sceneOf } from './scene.ts'
export type { ScenePage } from './scene-page.ts'
export { frameTimeMs, type SceneState, stateAt } from './state.ts'
export { trackOf } from './track.ts'
