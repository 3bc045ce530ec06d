import { useMemo } from 'react'
import { CaptionCanvas, type CaptionCanvasProps } from '#features/rendering/web/index.ts'

/** One moment of captions, as large as its parent. */
export function StillCaptions({ document, tMs }: Pick<CaptionCanvasProps, 'document'> & { readonly tMs: number }) {
  const clock = useMemo(
    () => ({
      onTime(listener: (tMs: number) => void) {
        listener(tMs)
        return () => {}
      },
    }),
    [tMs],
  )
  return <CaptionCanvas document={document} clock={clock} />
}
