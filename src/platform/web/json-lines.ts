import { asAppError } from './app-error.ts'
import { refusalIn } from './refusal.ts'

/**
 * Reads an answer of one JSON value a line, each as soon as it is here.
 * @throws AppError as the server refuses; `unavailable` without an answer, or when the connection breaks
 */
export async function* readLines(path: string): AsyncGenerator {
  try {
    const response = await fetch(path)
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
