import { z } from 'zod'

const LogLine = z.looseObject({
  level: z.number(),
  time: z.string(),
  msg: z.string().default(''),
  err: z.object({ message: z.string(), stack: z.string().optional() }).optional(),
})
type LogLine = z.infer<typeof LogLine>

const WARN = 40
const LEVELS = [
  { from: 50, word: 'ERROR ' },
  { from: WARN, word: 'WARN ' },
]
/** Fields that the rest of a line already shows. */
const SHOWN = new Set(['level', 'time', 'part', 'msg', 'err'])

/**
 * Formats one line of a part's log for people: JSON made readable, anything else unchanged. It is the only
 * log, so a line keeps its subject (a project, a request).
 * @param o.terminal omits the date
 */
export function lineOf(part: string, line: string, o: { terminal: boolean }): string {
  const entry = parsed(line)
  if (entry === undefined) return `${part.padEnd(6)} ${line}`
  const at = o.terminal ? entry.time.slice(11, 19) : entry.time
  const word = LEVELS.find(({ from }) => entry.level >= from)?.word ?? ''
  const cause = entry.err === undefined ? '' : `\n${entry.err.stack ?? entry.err.message}`
  return `${at} ${part.padEnd(6)} ${word}${entry.msg}${fieldsOf(entry)}${cause}`
}

/** Prints lists and objects only in warnings and errors. */
function fieldsOf(entry: LogLine): string {
  const fields = Object.entries(entry).filter(
    ([name, value]) => !SHOWN.has(name) && (entry.level >= WARN || typeof value !== 'object'),
  )
  return fields.length === 0 ? '' : ` (${fields.map(([name, value]) => `${name}: ${shown(value)}`).join(', ')})`
}

/** Quotes anything but a single word, so that a stranger's input cannot forge a line. */
function shown(value: unknown): string {
  return typeof value === 'string' && /^[\w.:/@+-]+$/u.test(value) ? value : JSON.stringify(value)
}

function parsed(line: string): LogLine | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return LogLine.safeParse(JSON.parse(line)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
