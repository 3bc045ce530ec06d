import Uppy from '@uppy/core'
import Tus, { type TusBody, type TusDetailedError } from '@uppy/tus'
import { EARLY_SOUND_LIMIT } from '../../model/early-sound.ts'
import { type LeadingSound, openSoundUploads } from '../early-sound/upload-sound.ts'
import { updateTransferRate, startTransferRate } from './transfer-rate.ts'
import { changeUpload, dropUpload, findUpload, isUnderWay, putUpload, uploadStore } from './upload-store.ts'
import { decideResume, projectIdOf, refusalSentence } from './upload-answers.ts'

/** Bytes per request. A lost connection repeats at most this many. */
const CHUNK_BYTES = 8 * 1_024 * 1_024
/** The waits between retries; 500 retries last more than an hour without a network. Progress resets them. */
const RETRY_DELAYS_MS = [0, 1_000, 2_000, 4_000, ...Array.from({ length: 500 }, () => 8_000)]

type Meta = { filename: string; filetype: string }

/** Uploads for {@link uploadStore}: Uppy with tus. Loaded when the first file is chosen. */
export function openUploadEngine() {
  const endpoint = `${location.origin}/api/uploads`
  const uppy = openUppy(endpoint)
  const sounds = openSoundUploads(location.origin)
  addEventListener('beforeunload', warnBeforeLeaving)

  return {
    /** Uploads a file; `projectId` resumes that project's upload. @returns the upload's key */
    begin(file: File, projectId: string | null): string {
      const meta = { filename: file.name, filetype: file.type }
      forgetFailed(uppy, file)
      const key = uppy.addFile({ name: file.name, type: file.type, data: file, meta })
      putUpload({
        ...NEW,
        key,
        projectId,
        name: file.name,
        sizeBytes: file.size,
        rate: startTransferRate(0, performance.now()),
      })
      uppy.setFileState(key, {
        tus: {
          ...tusHooks(key, { sound: sounds.lead(file), sizeBytes: file.size }),
          ...(projectId === null ? {} : { uploadUrl: `${endpoint}/${projectId}` }),
        },
      })
      // Failures arrive as `upload-error`; the promise repeats them.
      uppy.upload().catch(() => undefined)
      return key
    },
    pause(key: string) {
      if (uppy.pauseResume(key) === true) changeUpload(key, () => ({ phase: 'paused' }))
    },
    resume(key: string) {
      uppy.pauseResume(key)
      changeUpload(key, ({ sentBytes }) => ({
        phase: 'starting',
        rate: startTransferRate(sentBytes, performance.now()),
      }))
    },
    retry(key: string) {
      changeUpload(key, ({ sentBytes }) => ({
        phase: 'starting',
        problem: null,
        rate: startTransferRate(sentBytes, performance.now()),
      }))
      uppy.retryUpload(key).catch(() => undefined)
    },
    /** Ends the upload here and on the server. */
    cancel(key: string) {
      if (uppy.getFile(key)) uppy.removeFile(key)
      dropUpload(key)
    },
    /** Stops all uploads; the server keeps the bytes, so that each can resume. */
    close() {
      uppy.pauseAll()
      sounds.close()
      removeEventListener('beforeunload', warnBeforeLeaving)
    },
  }
}

function openUppy(endpoint: string) {
  const uppy = new Uppy<Meta, TusBody>({ id: 'uploads', autoProceed: false })
  uppy.use(Tus<Meta, TusBody>, {
    endpoint,
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    // A finished file may be uploaded again, as another project.
    removeFingerprintOnSuccess: true,
    allowedMetaFields: ['filename', 'filetype'],
    limit: 2,
  })
  updateStore(uppy)
  return uppy
}

/** Applies every event of an upload to {@link uploadStore}. */
function updateStore(uppy: Uppy<Meta, TusBody>): void {
  uppy.on('upload-progress', (file, { bytesUploaded }) => {
    if (!file || !bytesUploaded) return
    changeUpload(file.id, ({ rate, phase, sentBytes }) => ({
      sentBytes: Math.max(sentBytes, bytesUploaded),
      phase: phase === 'paused' ? phase : 'uploading',
      rate: updateTransferRate(rate, bytesUploaded, performance.now()),
    }))
  })
  uppy.on('upload-success', (file) => {
    if (file) changeUpload(file.id, ({ sizeBytes }) => ({ phase: 'done', sentBytes: sizeBytes }))
  })
  uppy.on('upload-error', (file, error, response) => {
    const status = response?.status ?? refusedResume(error)?.status
    const body = response?.body?.xhr.responseText ?? ''
    if (file)
      changeUpload(file.id, () => ({ phase: 'failed', problem: refusalSentence(status, body || error.message) }))
  })
  uppy.on('complete', ({ successful = [] }) => uppy.removeFiles(successful.map(({ id }) => id)))
}

/** The server does not say where an upload continues. Thrown, since tus would take most refusals for an upload to begin. */
class ResumeRefused extends Error {
  readonly status: number
  readonly canRetry: boolean
  constructor(status: number, { canRetry }: { canRetry: boolean }) {
    super(`the server answered ${status}`)
    this.status = status
    this.canRetry = canRetry
  }
}

function refusedResume(error: object): ResumeRefused | undefined {
  return 'causingError' in error && error.causingError instanceof ResumeRefused ? error.causingError : undefined
}

const NEW = { sentBytes: 0, phase: 'starting', continuedFrom: 0, problem: null } as const

/** Facts that only the requests carry: the project's id, the bytes already there, and that the network is gone. */
function tusHooks(key: string, { sound, sizeBytes }: { sound: LeadingSound; sizeBytes: number }) {
  return {
    async onBeforeRequest(request: TusRequest) {
      if (request.getMethod() === 'PATCH') await sound.isAway
    },
    onAfterResponse(request: TusRequest, response: TusResponse) {
      const status = response.getStatus()
      if (request.getMethod() === 'HEAD') {
        const next = decideResume(status, (findUpload(key)?.projectId ?? null) !== null)
        if (next === 'retry' || next === 'stop') throw new ResumeRefused(status, { canRetry: next === 'retry' })
      }
      if (status >= 300) return
      // The server reads the sound of a video that it has.
      if (Number(response.getHeader('Upload-Offset')) === sizeBytes) sound.drop()
      const projectId = projectIdOf(response.getHeader('Location') ?? '')
      const soundLimit = Number(response.getHeader(EARLY_SOUND_LIMIT) ?? 0)
      if (request.getMethod() === 'POST' && projectId !== null) {
        changeUpload(key, () => ({ projectId }))
        sound.send(projectId, soundLimit)
      }
      if (request.getMethod() !== 'HEAD') return
      continueFrom(key, request.getURL(), Number(response.getHeader('Upload-Offset') ?? 0))
      const continued = projectIdOf(request.getURL())
      if (continued !== null) sound.send(continued, soundLimit)
    },
    onShouldRetry(
      error: TusDetailedError,
      _attempt: number,
      _options: object,
      judge: (error: TusDetailedError) => boolean,
    ) {
      const again = refusedResume(error)?.canRetry !== false && judge(error)
      if (again)
        changeUpload(key, ({ phase, sentBytes }) =>
          phase === 'paused' ? {} : { phase: 'waiting', rate: startTransferRate(sentBytes, performance.now()) },
        )
      return again
    },
  }
}

type TusRequest = { getMethod(): string; getURL(): string }
type TusResponse = { getStatus(): number; getHeader(name: string): string | undefined }

function continueFrom(key: string, url: string, offset: number): void {
  changeUpload(key, ({ projectId, sentBytes, continuedFrom }) => ({
    projectId: projectId ?? projectIdOf(url),
    // The server's count is authoritative: lower than ours if it lost the end of a chunk.
    sentBytes: offset,
    continuedFrom: sentBytes === 0 ? offset : continuedFrom,
    rate: startTransferRate(offset, performance.now()),
  }))
}

/** Removes a failed attempt, so that the same file can be added again. */
function forgetFailed(uppy: Uppy<Meta, TusBody>, file: File): void {
  for (const { id, data } of uppy.getFiles()) {
    const same =
      data instanceof File &&
      data.name === file.name &&
      data.size === file.size &&
      data.lastModified === file.lastModified
    if (same && findUpload(id)?.phase === 'failed') uppy.removeFile(id)
  }
}

function warnBeforeLeaving(event: BeforeUnloadEvent): void {
  if (uploadStore.getState().uploads.some(isUnderWay)) event.preventDefault()
}
