import type { z } from 'zod'

/**
 * One sentence about the first fault of a file or pasted text, for a creator.
 * @param what what it is: `This template`
 */
export function describeFault(what: string, { issues }: z.ZodError): string {
  const [issue] = issues
  if (issue === undefined) return `${what} is not valid.`
  const place = issue.path.map(String).join('.')
  return place === ''
    ? `${what} ${rootText(issue)}.`
    : `${what} has a fault at “${shortened(place)}”: ${faultText(issue)}.`
}

type Issue = z.core.$ZodIssue

function rootText(issue: Issue): string {
  if (issue.code === 'unrecognized_keys')
    return `has a field that the format does not know: “${shortened(issue.keys[0] ?? '')}”`
  return issue.code === 'invalid_type' ? 'is not a JSON object' : `is not valid: ${faultText(issue)}`
}

function faultText(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'it is missing' : `it must be a ${NAMES[issue.expected] ?? issue.expected}`
    case 'too_big':
      return `it must be at most ${String(issue.maximum)}${unitOf(issue.origin, issue.maximum)}`
    case 'too_small':
      return `it must be at least ${String(issue.minimum)}${unitOf(issue.origin, issue.minimum)}`
    case 'invalid_value':
      return `it must be ${issue.values
        .slice(0, 8)
        .map((value) => `“${String(value)}”`)
        .join(' or ')}`
    case 'unrecognized_keys':
      return `the format does not know “${shortened(issue.keys[0] ?? '')}”`
    case 'custom':
    case 'invalid_format':
      // The schema library's own text for a pattern shows the pattern.
      return issue.message.startsWith('Invalid') ? UNKNOWN_VALUE : lowerFirst(issue.message)
    default:
      return UNKNOWN_VALUE
  }
}

const UNKNOWN_VALUE = 'the format does not know this value'

const NAMES: Readonly<Record<string, string>> = {
  object: 'JSON object',
  array: 'list',
  string: 'text',
  int: 'whole number',
}

function unitOf(origin: string, limit: number | bigint): string {
  const isOne = Number(limit) === 1
  if (origin === 'string') return isOne ? ' character long' : ' characters long'
  if (origin === 'array') return isOne ? ' entry long' : ' entries long'
  return ''
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}

/** Names come from somebody else's file. */
function shortened(name: string): string {
  const line = name.replaceAll(/\p{C}+/gu, ' ')
  return line.length > 60 ? `${line.slice(0, 60)}…` : line
}
