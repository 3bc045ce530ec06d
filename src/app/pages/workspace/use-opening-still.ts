import { useCallback } from 'react'
import type { EditorProps } from '#features/captions/web/index.ts'
import { whenIdle } from '#platform/web/idle.ts'
import { drawStillAhead, endOpeningStill, rememberPicture } from './opening-still.ts'

/** Ends the still of the document with the editor's first captions, and remembers the place of the picture for the next. */
export function useOpeningStill(
  projectId: string,
  { hasPoster }: { readonly hasPoster: boolean },
): Required<Pick<EditorProps, 'onDrawn' | 'onFailed'>> {
  const onDrawn = useCallback(
    (picture: HTMLElement) => {
      endOpeningStill()
      const remember = () => rememberPicture(picture, { path: `/projects/${projectId}`, hasPoster })
      // A browser that is killed says nothing, and later panels may be resized.
      const cancel = whenIdle(remember)
      const close = () => {
        remember()
        drawStillAhead(projectId)
      }
      addEventListener('pagehide', close)
      return () => {
        cancel()
        removeEventListener('pagehide', close)
        remember()
      }
    },
    [projectId, hasPoster],
  )
  return { onDrawn, onFailed: endOpeningStill }
}
