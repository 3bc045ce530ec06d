import { AppError } from '#platform/shared/errors.ts'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { refusalIn } from '#platform/web/refusal.ts'
import type { FONT_MAX_BYTES } from '../model/own-font.ts'

/** As in the model, which the page does not load. */
const MAX_BYTES: typeof FONT_MAX_BYTES = 10_000_000

/**
 * Adds a font to the account. `fetch` does not report the progress of what it sends.
 * @param onProgress receives the share that is sent, 0 to 1
 * @throws AppError with one sentence
 */
export async function sendFont(file: File, onProgress: (share: number) => void): Promise<void> {
  if (file.size > MAX_BYTES)
    throw new AppError('too_large', `“${file.name}” is larger than ${formatBytes(MAX_BYTES)}. Choose a smaller font.`)
  await new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', '/api/own-fonts')
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total))
    request.addEventListener('load', () =>
      request.status === 200 ? resolve() : reject(refusalIn(request.responseText)),
    )
    request.addEventListener('error', () =>
      reject(new AppError('unavailable', 'We couldn’t reach the server. Check your connection and try again.')),
    )
    request.send(file)
  })
}
