import { AppError } from '#platform/shared/errors.ts'
import { deletePendingClip } from './pending-upload.ts'
import { dropChosenFiles } from './chosen-files.ts'
import type { openUploadEngine } from './upload-engine.ts'
import { dropUpload, type Upload, uploadStore } from './upload-store.ts'

type Engine = ReturnType<typeof openUploadEngine>

let engine: Engine | undefined

/**
 * Starts sending a file, or continues where an earlier visit stopped: the same file is recognised by
 * name, size and date.
 * @param projectId the project whose upload the file continues; null for a new one or one recognised by itself
 * @returns the project's id, as soon as the server has made it
 * @throws AppError when the server refuses the file
 */
export async function beginUpload(file: File, projectId: string | null = null): Promise<string> {
  const known = runningUpload(file)
  if (known !== undefined) return projectOf(known.key)
  const { openUploadEngine } = await import('./upload-engine.ts')
  // Nothing is waited for from here on: files that come together share one engine, and the same file is sent once.
  engine ??= openUploadEngine()
  return projectOf(runningUpload(file)?.key ?? engine.begin(file, projectId))
}

/** Stops sending until {@link resumeUpload}; what the server has stays there. */
export function pauseUpload({ key }: Upload): void {
  engine?.pause(key)
}

export function resumeUpload({ key, phase }: Upload): void {
  if (phase === 'failed') engine?.retry(key)
  else engine?.resume(key)
}

/** Ends an upload and what the server has of it. */
export function cancelUpload({ key }: Upload): void {
  engine?.cancel(key)
}

/** Before logging out: nothing is sent any more, and the next user sees none of it. */
export function stopUploads(): void {
  engine?.close()
  engine = undefined
  for (const { key } of uploadStore.getState().uploads) dropUpload(key)
  dropChosenFiles()
  void deletePendingClip()
}

function runningUpload(file: File): Upload | undefined {
  return uploadStore
    .getState()
    .uploads.find((upload) => isSameFile(upload, file) && upload.phase !== 'failed' && upload.phase !== 'done')
}

function isSameFile({ name, sizeBytes }: Upload, file: File): boolean {
  return name === file.name && sizeBytes === file.size
}

function projectOf(key: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const end = uploadStore.subscribe(look)
    look()
    function look() {
      const upload = uploadStore.getState().uploads.find((other) => other.key === key)
      if (upload !== undefined && upload.projectId === null && upload.phase !== 'failed') return
      // `look()` above may be first: the subscription is ended in its own turn.
      queueMicrotask(() => end())
      if (upload?.projectId) resolve(upload.projectId)
      else reject(new AppError('unprocessable', upload?.problem ?? 'The upload was cancelled.'))
    }
  })
}
