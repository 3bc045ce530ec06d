import { useMemo } from 'react'
import type { CaptionDocument } from '#features/captions/model/index.ts'
import { type FilmOverlays, overlaysOf, type OverlayText, placeLogo } from '../../model/index.ts'
import { useLogoPicture } from './use-logo-picture.ts'
import { type SceneRequest, useScene } from './use-scene.ts'

/** The overlays of a document, laid out; null without any. `hasLogoFailed`: the logo could not be loaded. */
export function useOverlays(
  document: CaptionDocument,
  request: SceneRequest,
): { readonly overlays: FilmOverlays | null; readonly hasLogoFailed: boolean } {
  const { template, frame, reducedMotion } = request
  const shown = useMemo(() => overlaysOf(document, template), [document, template])
  const title = useText(shown?.title ?? null, frame, reducedMotion)
  const card = useText(shown?.closing?.text ?? null, frame, reducedMotion)
  const { picture, hasFailed } = useLogoPicture(shown?.logo?.assetId ?? null)
  const overlays = useMemo(() => {
    if (shown === undefined) return null
    const { closing, logo, ...others } = shown
    return {
      ...others,
      title,
      closing: closing && { ...closing, text: card },
      logo: logo && picture && placeLogo(logo, frame, picture),
    }
  }, [shown, title, card, picture, frame])
  return { overlays, hasLogoFailed: hasFailed }
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
