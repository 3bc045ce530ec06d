import { AppError } from '#platform/shared/errors.ts'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { asAppError } from '#platform/web/api.ts'
import { refusalIn } from '#platform/web/refusal.ts'
import type { Logo, LOGO_MAX_BYTES } from '../model/logo.ts'

/** As in the model, which the page does not load. */
const MAX_BYTES: typeof LOGO_MAX_BYTES = 2_000_000

/** Adds a logo to the account. @throws AppError with one sentence */
export async function sendLogo(file: File): Promise<Logo> {
  if (file.size > MAX_BYTES)
    throw new AppError(
      'too_large',
      `“${file.name}” is larger than ${formatBytes(MAX_BYTES)}. Choose a smaller picture.`,
    )
  try {
    const response = await fetch(`/api/logos?name=${encodeURIComponent(file.name)}`, { method: 'PUT', body: file })
    const text = await response.text()
    if (!response.ok) throw refusalIn(text)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of our own server
    return (JSON.parse(text) as { logo: Logo }).logo
  } catch (error) {
    throw asAppError(error)
  }
}
