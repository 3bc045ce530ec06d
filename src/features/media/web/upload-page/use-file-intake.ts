import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { asAppError } from '#platform/web/api.ts'
import type { UploadLimits } from '../../model/limits.ts'
import { dropChosenFile, addChosenFile, linkProject } from '../upload/chosen-files.ts'
import { validateFile } from '../upload/validate-file.ts'
import { refreshProjects } from '../queries.ts'
import { beginUpload, loadUploadEngine } from '../upload/uploads.ts'

/** What happens to chosen files. */
export type IntakeEvents = {
  /** A file is chosen, and is checked next. */
  readonly onChosen?: (() => void) | undefined
  /** Awaited for each upload, before its page opens. */
  readonly onBegun?: ((projectId: string) => Promise<unknown>) | undefined
  /** The page of the only upload opens next. */
  readonly onOpening?: ((projectId: string) => void) | undefined
}

/**
 * Takes files from any source: checks each against the plan before its first byte, starts the uploads in order, and
 * opens the project if there is only one. Files that come before the limits wait for them.
 * @param limits undefined while loading
 */
export function useFileIntake(limits: UploadLimits | undefined, on: IntakeEvents = {}) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const queue = useRef<File[]>([])
  const [waiting, setWaiting] = useState<readonly File[]>([])
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const isOnPage = useIsOnPage()

  async function addFiles(files: readonly File[]) {
    if (files.length === 0) return
    on.onChosen?.()
    if (limits === undefined) {
      queue.current.push(...files)
      setWaiting([...queue.current])
      return
    }
    setBusy(true)
    // Loads while the files are checked; the upload reports a failure.
    loadUploadEngine().catch(() => undefined)
    await start(files, limits)
  }

  async function start(files: readonly File[], known: UploadLimits) {
    const outcomes = await startInOrder(files, known, on)
    setBusy(false)
    setWaiting([])
    // Several files may have the same refusal.
    setRefusals([...new Set(outcomes.flatMap(({ refusal }) => (refusal === null ? [] : [refusal])))])
    // The page of the video does not wait for the list.
    void refreshProjects(queryClient)
    const [only] = outcomes
    // A user who has left meanwhile stays there.
    if (outcomes.length !== 1 || !only?.projectId || !isOnPage.current) return
    on.onOpening?.(only.projectId)
    await navigate(`/projects/${only.projectId}`)
  }

  const startQueue = useEffectEvent(async (known: UploadLimits) => {
    const files = queue.current.splice(0)
    if (files.length > 0) await start(files, known)
  })
  useEffect(() => {
    if (limits !== undefined) void startQueue(limits)
  }, [limits])

  return { addFiles, busy, refusals, waiting }
}

/** True until the user leaves the page. */
function useIsOnPage() {
  const isOnPage = useRef(false)
  useEffect(() => {
    isOnPage.current = true
    return () => void (isOnPage.current = false)
  }, [])
  return isOnPage
}

type Outcome = { projectId: string | null; refusal: string | null }

/** Checks all files at once; each upload starts after the previous one. */
async function startInOrder(files: readonly File[], limits: UploadLimits, on: IntakeEvents): Promise<Outcome[]> {
  const checks = files.map(async (file) => {
    const chosen = addChosenFile(file)
    return { file, chosen, refusal: await validateFile(file, limits) }
  })
  const outcomes: Promise<Outcome>[] = []
  for (const check of checks) {
    const { file, chosen, refusal } = await check
    if (refusal === null) outcomes.push(startOne(file, chosen, on))
    else {
      dropChosenFile(chosen)
      outcomes.push(Promise.resolve({ projectId: null, refusal }))
    }
  }
  return Promise.all(outcomes)
}

async function startOne(
  file: File,
  chosen: ReturnType<typeof addChosenFile>,
  { onBegun }: IntakeEvents,
): Promise<Outcome> {
  try {
    const projectId = await beginUpload(file)
    linkProject(chosen, projectId)
    await onBegun?.(projectId)
    return { projectId, refusal: null }
  } catch (error) {
    dropChosenFile(chosen)
    return { projectId: null, refusal: asAppError(error).message }
  }
}
