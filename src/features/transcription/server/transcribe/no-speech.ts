import { AppError } from '#platform/shared/errors.ts'

/** The refusal of sound in which nobody speaks. @param instead what the creator can do otherwise */
export function noSpeech(instead: string): AppError {
  return new AppError(
    'unprocessable',
    'No speech found, so nothing was charged. If somebody does speak in this video, check that its sound is loud ' +
      `enough; otherwise ${instead}.`,
  )
}

/** Whether speech recognition ended with {@link noSpeech}, its only refusal of a sound for what is in it. */
export function isNoSpeech(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unprocessable'
}
