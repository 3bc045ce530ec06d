import { lineOf } from './log-line.ts'

// Whoever read along has gone, as with `bin/start | head`; the product runs on.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

/** Tells the person at the terminal what happens, in one line. */
export function printLine(sentence: string): void {
  process.stdout.write(`${sentence}\n`)
}

/** Shows one line of a part's log. */
export function printLogLine(part: string, line: string): void {
  printLine(lineOf(part, line, { terminal: process.stdout.isTTY }))
}
