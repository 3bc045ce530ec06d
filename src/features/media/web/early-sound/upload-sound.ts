import Uppy from '@uppy/core'
import Tus, { type TusBody } from '@uppy/tus'
import { extractSound, type ExtractedSound } from './extract-sound.ts'

/** The video waits this long for its sound, which is small: speech begins with it (docs/decisions/0063-early-sound.md). */
const LONGEST_LEAD_MS = 4_000
const RETRY_DELAYS_MS = [0, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]

/** The sound of a file, sent before the file. */
export type LeadingSound = {
  /**
   * Sends it for a project, once.
   * @param maxBytes the largest sound that the server wants; 0 for none
   */
  send(projectId: string, maxBytes: number): void
  /** The video is on the server: a sound that is not on its way yet stays here. */
  drop(): void
  /** Resolves once it is sent, cannot be, or has had its lead. */
  readonly isAway: Promise<void>
}

/**
 * Opens the uploads of sounds. Nothing depends on them: whatever fails, the server reads the sound of the video. Each has
 * the id of its project, and continues after a lost connection.
 */
export function openSoundUploads(origin: string) {
  const uppy = new Uppy<Record<string, never>, TusBody>({ id: 'early-sounds', autoProceed: true })
  uppy.use(Tus<Record<string, never>, TusBody>, {
    endpoint: `${origin}/api/early-sounds`,
    retryDelays: RETRY_DELAYS_MS,
    storeFingerprintForResuming: false,
    allowedMetaFields: [],
    limit: 2,
    // A refusal is final: the video is here already, or its sound.
    onShouldRetry: (error) => {
      const status = error.originalResponse?.getStatus() ?? 0
      return status === 0 || status >= 500
    },
  })

  let last: Promise<unknown> = Promise.resolve()
  const deliver = async (projectId: string, { sound, picture }: ExtractedSound) => {
    const key = uppy.addFile({ name: projectId, type: 'application/octet-stream', data: new Blob([sound]) })
    const endpoint = `${origin}/api/early-sounds/${projectId}${picture === null ? '' : `?${announcement(picture)}`}`
    uppy.setFileState(key, { tus: { endpoint } })
    const { promise, resolve } = Promise.withResolvers<void>()
    const end = (file: { id: string } | undefined) => {
      if (file?.id === key) resolve()
    }
    uppy.on('upload-success', end)
    uppy.on('upload-error', end)
    uppy.on('file-removed', end)
    await promise
    for (const event of ['upload-success', 'upload-error', 'file-removed'] as const) uppy.off(event, end)
    if (uppy.getFile(key)) uppy.removeFile(key)
  }

  return {
    /** Begins to take the sound out of a file. */
    lead(file: File): LeadingSound {
      // One after another: many files may be chosen at once.
      const sound = last.then(() => extractSound(file))
      last = sound.catch(() => null)
      const answer = Promise.withResolvers<{ projectId: string; maxBytes: number }>()
      let isNeeded = true
      const sendWanted = async () => {
        const { projectId, maxBytes } = await answer.promise
        // The video need not wait for a sound that stays here.
        const extracted = maxBytes > 0 ? await sound : null
        if (extracted !== null && isNeeded && extracted.sound.byteLength <= maxBytes)
          await deliver(projectId, extracted)
      }
      const sent = sendWanted().catch(() => undefined)
      const lead = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_LEAD_MS))
      return {
        send: (projectId, maxBytes) => answer.resolve({ projectId, maxBytes }),
        drop() {
          isNeeded = false
        },
        isAway: Promise.race([sent, lead]),
      }
    },
    /** Stops all of them. */
    close() {
      uppy.cancelAll()
    },
  }
}

/** The picture of a video, for the address to which its sound is sent. */
function announcement({ width, height, fps }: NonNullable<ExtractedSound['picture']>): URLSearchParams {
  return new URLSearchParams({ width: `${width}`, height: `${height}`, n: `${fps.n}`, d: `${fps.d}` })
}
