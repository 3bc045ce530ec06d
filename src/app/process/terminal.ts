import { formatBytes } from '#platform/shared/format/bytes.ts'
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

/** Prints the progress of a transfer, in bytes, with one line per percent. */
export function progressPrinter(): (done: number, total: number) => void {
  let printed = -1
  return (done, total) => {
    const percent = Math.floor((done / Math.max(total, 1)) * 100)
    if (percent === printed) return
    printed = percent
    printLine(`  ${percent}% of ${formatBytes(total)}`)
  }
}
