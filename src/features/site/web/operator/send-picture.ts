import { AppError } from '#platform/shared/errors.ts'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { asAppError } from '#platform/web/app-error.ts'
import { refusalIn } from '#platform/web/refusal.ts'
import type { SitePicture } from '../../model/site-picture.ts'
import { SITE_PICTURE_MAX_BYTES } from '../../model/site-picture-files.ts'

/** Stores a picture, for the settings to name. @throws AppError with one sentence */
export async function sendPicture(file: File): Promise<SitePicture> {
  if (file.size > SITE_PICTURE_MAX_BYTES)
    throw new AppError(
      'too_large',
      `“${file.name}” is larger than ${formatBytes(SITE_PICTURE_MAX_BYTES)}. Choose a smaller picture.`,
    )
  try {
    const query = new URLSearchParams({ name: file.name.slice(-200) })
    const response = await fetch(`/api/operator-site-pictures?${query}`, { method: 'PUT', body: file })
    const text = await response.text()
    if (!response.ok) throw refusalIn(text)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of our own server
    return (JSON.parse(text) as { picture: SitePicture }).picture
  } catch (error) {
    throw asAppError(error)
  }
}
