import { asAppError } from './app-error.ts'
import { takeEarlyResponse } from './early-requests.ts'
import { refusalIn } from './refusal.ts'

/**
 * Reads a response with one JSON value per line, yielding each as it arrives.
 * @param early the response to an early request; by default the page's own, if it sent one
 * @throws AppError the server's refusal; `unavailable` without a response, or when the connection breaks
 */
export async function* readLines(path: string, early = takeEarlyResponse(path)): AsyncGenerator {
  try {
    const response = (await early) ?? (await fetch(path))
    if (!response.ok) throw refusalIn(await response.text())
    if (response.body === null) return
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line) as unknown
    }
  } catch (error) {
    throw asAppError(error)
  }
}
