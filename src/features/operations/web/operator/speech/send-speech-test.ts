import { AppError } from '#platform/shared/errors.ts'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { asAppError } from '#platform/web/app-error.ts'
import { refusalIn } from '#platform/web/refusal.ts'
import type { SPEECH_TEST_MAX_BYTES } from '../../../model/operator-speech.ts'

/** As in the model, which the page does not load. */
const MAX_BYTES: typeof SPEECH_TEST_MAX_BYTES = 50_000_000

/** Sends a file to an engine, to judge it. @throws AppError with one sentence; the signal's reason when aborted */
export async function sendSpeechTest(
  file: File,
  { engine, language, signal }: { engine: string; language: string; signal: AbortSignal },
): Promise<void> {
  if (file.size > MAX_BYTES)
    throw new AppError('too_large', `“${file.name}” is larger than ${formatBytes(MAX_BYTES)}. Choose a shorter file.`)
  const query = new URLSearchParams({ engine, language, name: file.name.slice(-200) })
  try {
    const response = await fetch(`/api/operator-speech-tests?${query}`, { method: 'PUT', body: file, signal })
    if (!response.ok) throw refusalIn(await response.text())
  } catch (error) {
    signal.throwIfAborted()
    throw asAppError(error)
  }
}
