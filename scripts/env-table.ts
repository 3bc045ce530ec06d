import { z } from 'zod'
import { EnvSchema } from '../src/platform/server/env.ts'

const START = '<!-- env:begin -->'
const END = '<!-- env:end -->'

const Properties = z.record(
  z.string(),
  z.object({ description: z.string(), default: z.union([z.string(), z.number()]).optional() }),
)

/** The settings as a Markdown table, between its two markers. */
export function envTable(): string {
  const rows = settings().map(([name, { description, default: value }]) => {
    const shown = value === undefined ? '–' : `\`${value}\``
    return `| \`${name}\` | ${shown} | ${description.replaceAll('|', '\\|')} |`
  })
  return [START, '| variable | default | purpose |', '|---|---|---|', ...rows, END].join('\n')
}

/** The settings as a `.env` file with every line commented out: it changes nothing until edited. */
export function envExample(): string {
  const parts = settings().map(([name, { description, default: value }]) => `# ${description}\n#${name}=${value ?? ''}`)
  return `${parts.join('\n\n')}\n`
}

/** The printed part of a document; undefined if its markers are missing. */
export function printedEnv(document: string): string | undefined {
  const start = document.indexOf(START)
  const end = document.indexOf(END, start)
  return start === -1 || end === -1 ? undefined : document.slice(start, end + END.length)
}

function settings() {
  const schema = z.toJSONSchema(EnvSchema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(Properties.parse(schema.properties))
}
