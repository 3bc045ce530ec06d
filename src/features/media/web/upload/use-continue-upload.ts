import { useState } from 'react'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { asAppError } from '#platform/web/api.ts'
import { usePageDrop } from '#platform/web/use-page-drop.ts'
import type { Project } from '../../model/contract.ts'
import { beginUpload } from './uploads.ts'

/**
 * Resumes an upload that an earlier visit left unfinished, with the same file, which may be dropped on the page.
 * @returns `problem`: why the last choice does not continue it, as one sentence
 */
export function useContinueUpload(project: Project) {
  const [problem, setProblem] = useState<string>()
  usePageDrop((files) => void resume(files))

  async function resume([file]: readonly File[]) {
    if (file === undefined) return
    if (file.size !== project.sizeBytes) {
      return setProblem(
        `“${file.name}” is a different file (${formatBytes(file.size)}). Choose the one you started with: ${formatBytes(project.sizeBytes)}.`,
      )
    }
    setProblem(undefined)
    try {
      await beginUpload(file, project.id)
    } catch (error) {
      setProblem(asAppError(error).message)
    }
  }

  return { resume: (files: readonly File[]) => void resume(files), problem }
}
