import { AppError } from '#platform/shared/errors.ts'
import { deletePendingClip } from './pending-upload.ts'
import { dropChosenFiles } from './chosen-files.ts'
import { addOwnFile, dropOwnFiles } from './own-files.ts'
import type { openUploadEngine } from './upload-engine.ts'
import { dropUpload, type Upload, uploadStore } from './upload-store.ts'

type Engine = ReturnType<typeof openUploadEngine>

let engine: Engine | undefined

/**
 * Uploads a file, or resumes where an earlier visit stopped: the same file is recognised by name, size and date.
 * @param projectId the project whose upload to resume; null for a new or a recognised one
 * @returns the project's id, once the server has created it
 * @throws AppError if the server refuses the file
 */
export async function beginUpload(file: File, projectId: string | null = null): Promise<string> {
  const id = await begin(file, projectId)
  addOwnFile(id, file)
  return id
}

/** Loads the code that uploads, which the first file needs. */
export function loadUploadEngine() {
  return import('./upload-engine.ts')
}

async function begin(file: File, projectId: string | null): Promise<string> {
  const known = runningUpload(file)
  if (known !== undefined) return projectOf(known.key)
  const { openUploadEngine } = await loadUploadEngine()
  // No awaits from here on: files that come together share one engine, and the same file is sent once.
  engine ??= openUploadEngine()
  return projectOf(runningUpload(file)?.key ?? engine.begin(file, projectId))
}

/** Pauses until {@link resumeUpload}; the server keeps its bytes. */
export function pauseUpload({ key }: Upload): void {
  engine?.pause(key)
}

export function resumeUpload({ key, phase }: Upload): void {
  if (phase === 'failed') engine?.retry(key)
  else engine?.resume(key)
}

/** Ends an upload and deletes its bytes on the server. */
export function cancelUpload({ key }: Upload): void {
  engine?.cancel(key)
}

/** Runs before a log-out: stops all uploads, so that the next user sees nothing. */
export function stopUploads(): void {
  engine?.close()
  engine = undefined
  for (const { key } of uploadStore.getState().uploads) dropUpload(key)
  dropChosenFiles()
  dropOwnFiles()
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
    const end = uploadStore.subscribe(check)
    check()
    function check() {
      const upload = uploadStore.getState().uploads.find((other) => other.key === key)
      if (upload !== undefined && upload.projectId === null && upload.phase !== 'failed') return
      // `look()` above may run first: unsubscribe in a turn of its own.
      queueMicrotask(() => end())
      if (upload?.projectId) resolve(upload.projectId)
      else reject(new AppError('unprocessable', upload?.problem ?? 'The upload was cancelled.'))
    }
  })
}
