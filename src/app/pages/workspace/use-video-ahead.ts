import { useQueryClient } from '@tanstack/react-query'
import { prefetchProject } from '#features/media/web/index.ts'
import { prefetchStart } from '#features/transcription/web/index.ts'

/** Loads what the page of an upload needs before it opens: what fails here is asked for again on that page. */
export function useVideoAhead() {
  const queryClient = useQueryClient()
  return {
    /** Loads its code, while the file is checked. */
    loadCode() {
      import('../routes/project.tsx').then(
        ({ preloadSteps }) => preloadSteps(),
        () => undefined,
      )
    },
    /** Asks together for what the page asks for one after another. */
    loadAnswers(projectId: string) {
      void prefetchProject(queryClient, projectId)
      void prefetchStart(queryClient, projectId)
    },
  }
}
