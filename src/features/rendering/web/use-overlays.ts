import { useMemo } from 'react'
import type { CaptionDocument } from '#features/captions/model/index.ts'
import { type FilmOverlays, overlaysOf, type OverlayText } from '../model/index.ts'
import { type SceneRequest, useScene } from './use-scene.ts'

/** The title, closing card and progress bar of a document, laid out; null without any. */
export function useOverlays(document: CaptionDocument, request: SceneRequest): FilmOverlays | null {
  const { template, frame, reducedMotion } = request
  const shown = useMemo(() => overlaysOf(document, template), [document, template])
  const title = useText(shown?.title ?? null, frame, reducedMotion)
  const card = useText(shown?.closing?.text ?? null, frame, reducedMotion)
  return useMemo(() => {
    if (shown === undefined) return null
    const { closing, ...others } = shown
    return { ...others, title, closing: closing && { ...closing, text: card } }
  }, [shown, title, card])
}

function useText(text: OverlayText | null, frame: SceneRequest['frame'], reducedMotion: boolean) {
  const { width, height } = frame
  const request = useMemo(
    () => text && { ...text, frame: { width, height }, reducedMotion },
    [text, width, height, reducedMotion],
  )
  const { scene } = useScene(request)
  return request === null ? null : scene
}
