import { z } from 'zod'

const LogLine = z.object({
  level: z.number(),
  time: z.string(),
  msg: z.string().default(''),
  err: z.object({ message: z.string(), stack: z.string().optional() }).optional(),
})
const LEVELS = [
  { from: 50, word: 'ERROR ' },
  { from: 40, word: 'WARN ' },
]

// Whoever read along has gone, as with `bin/start | head`; the product runs on.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

/** Tells the person at the terminal what happens, in one line. */
export function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`)
}

/** Shows one line of a part's log: JSON made readable, anything else as it came. */
export function sayLine(part: string, line: string): void {
  const entry = parsed(line)
  if (entry === undefined) return say(`${part.padEnd(6)} ${line}`)
  const word = LEVELS.find(({ from }) => entry.level >= from)?.word ?? ''
  const cause = entry.err === undefined ? '' : `\n${entry.err.stack ?? entry.err.message}`
  say(`${entry.time.slice(11, 19)} ${part.padEnd(6)} ${word}${entry.msg}${cause}`)
}

function parsed(line: string): z.infer<typeof LogLine> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return LogLine.safeParse(JSON.parse(line)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
