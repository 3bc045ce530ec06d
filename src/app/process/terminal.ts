import { lineOf } from './log-line.ts'

// The reader of a pipe is gone, as with `bin/start | head`; the product runs on.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

/** Prints one sentence for the person at the terminal. */
export function printLine(sentence: string): void {
  process.stdout.write(`${sentence}\n`)
}

/** Prints one line of a part's log. */
export function printLogLine(part: string, line: string): void {
  printLine(lineOf(part, line, { terminal: process.stdout.isTTY }))
}
