import { AUTO_LANGUAGE } from '../../model/language.ts'
import { SAMPLE_RATE } from '../wav.ts'
import { formWith, postSound } from './post-sound.ts'
import type { SpeechService } from './settings.ts'
import { readTranscript } from './transcript.ts'

const SECOND_MS = 1_000

/** The longest wait for an answer to a second of silence, in milliseconds. */
const TIMEOUT_MS = 15_000

/**
 * Sends a second of silence to a speech service, with its key and its model.
 * @throws Error with one sentence that says what to do
 */
export async function trySpeechService(service: SpeechService): Promise<void> {
  const form = formWith(new Int16Array(SAMPLE_RATE), service.model)
  const timeoutMs = Math.min(service.timeoutMs, TIMEOUT_MS)
  try {
    const answer = await postSound({ ...service, timeoutMs }, form, new AbortController().signal)
    const transcript = readTranscript(answer, { startMs: 0, endMs: SECOND_MS }, AUTO_LANGUAGE)
    if (transcript === null) throw new Error('its answer is no transcript')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${service.url.host} does not recognise speech: ${reason}. ${adviceOn(reason)}`, { cause: error })
  }
}

function adviceOn(reason: string): string {
  if (/answered 40[13]$/u.test(reason)) return 'Check SPEECH_API_KEY.'
  if (/answered 4\d\d$/u.test(reason)) return 'Check SPEECH_API_URL, which ends with /v1, and SPEECH_API_MODEL.'
  return 'Check SPEECH_API_URL, and whether the service runs. Until then, this machine recognises speech itself.'
}
