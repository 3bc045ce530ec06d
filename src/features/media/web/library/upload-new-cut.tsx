import { useQueryClient } from '@tanstack/react-query'
import { Clapperboard } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { asAppError } from '#platform/web/api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FileButton } from '#ui/file-button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Project } from '../../model/contract.ts'
import { refreshProjects, useUploadLimits } from '../queries.ts'
import { beginUpload } from '../upload/uploads.ts'
import { validateFile } from '../upload/validate-file.ts'
import { VIDEO_FILES } from '../upload/video-files.ts'

type NewCutProps = { project: Pick<Project, 'id' | 'title'>; onClose: () => void }

/** The page of an uploaded new cut, which asks whether to carry the captions of the earlier one over. */
function pageOfCut(projectId: string, earlierId: string): string {
  return `/projects/${projectId}?cutOf=${earlierId}`
}

/** Uploads another version of a video, as a video of its own; the earlier one stays as it is. */
export function UploadNewCut({ project, onClose }: NewCutProps) {
  const { upload, busy, problem } = useNewCut(project)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Upload a new cut"
      description={`A version of “${project.title}” that you edited again: parts removed, moved or added, or at another speed.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <FileButton
            variant="primary"
            accept={VIDEO_FILES}
            busy={busy}
            icon={<Clapperboard aria-hidden="true" />}
            onFiles={(files) => void upload(files)}
          >
            {busy ? 'Checking the file' : 'Choose the video'}
          </FileButton>
        </>
      }
    >
      <div className="grid gap-3 text-sm">
        <ul className="grid list-disc gap-1 pl-5">
          <li>Words that are still said keep their corrections, looks, emoji and comments, and get their new times.</li>
          <li>New parts are listened to. You see the price before it starts.</li>
          <li>Words that are gone are set aside: add each again, or drop it.</li>
          <li>“{project.title}” stays in your videos, with its captions and history.</li>
        </ul>
        {problem !== undefined && <Notice tone="error">{problem}</Notice>}
      </div>
    </Dialog>
  )
}

function useNewCut(project: NewCutProps['project']) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const limits = useUploadLimits()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function upload([file]: readonly File[]) {
    if (file === undefined) return
    setProblem(undefined)
    setBusy(true)
    try {
      const refusal = limits.data === undefined ? null : await validateFile(file, limits.data)
      if (refusal !== null) return setProblem(refusal)
      const projectId = await beginUpload(file)
      await refreshProjects(queryClient)
      await navigate(pageOfCut(projectId, project.id))
    } catch (error) {
      setProblem(asAppError(error).message)
    } finally {
      setBusy(false)
    }
  }

  return { upload, busy, problem }
}
