import { useCallback } from 'react'
import type { EditorProps } from '#features/captions/web/index.ts'
import { drawStillAhead, endOpeningStill } from './opening-still.ts'

/** Ends the still of the document with the editor's first captions, and has one drawn for its next opening. */
export function useOpeningStill(projectId: string): Required<Pick<EditorProps, 'onDrawn' | 'onFailed'>> {
  const onDrawn = useCallback(() => {
    endOpeningStill()
    const close = () => drawStillAhead(projectId)
    addEventListener('pagehide', close)
    return () => removeEventListener('pagehide', close)
  }, [projectId])
  return { onDrawn, onFailed: endOpeningStill }
}
