import type { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import { type SharedBytes, textOf } from '../threads/shared-bytes.ts'

/** A raw request body, to be parsed in a thread because megabytes of JSON would block the event loop. */
export type InputBody = {
  readonly bytes: SharedBytes
  /** Our pages wrap the input: `{"json": …}`. */
  readonly isWrapped: boolean
}

/** Maximum number of issues that an error message names. */
const MOST_NAMED = 10

/**
 * Parses the input of a procedure from a body, inside a thread.
 * @param refuse checks the parsed JSON before the slower schema validation
 * @throws AppError `unprocessable` that describes the issues, and whatever `refuse` throws
 */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  body: InputBody,
  refuse?: (input: unknown) => void,
): z.output<Schema> {
  const input = parseJson(body)
  refuse?.(input)
  const parsed = check(schema, input)
  if (!parsed.success) throw new AppError('unprocessable', describeIssues(parsed.error.issues))
  return parsed.data
}

/** Describes invalid input in one line: `commands.0.type: Invalid input; …`. */
export function describeIssues(issues: readonly Issue[]): string {
  return issues.slice(0, MOST_NAMED).map(sentenceOf).join('; ')
}

/** A validation issue in the format of Standard Schema. */
type Issue = { readonly message: string; readonly path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined }

function sentenceOf({ path = [], message }: Issue): string {
  const place = path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.')
  return place === '' ? message : `${place}: ${message}`
}

function check<Schema extends z.ZodType>(schema: Schema, input: unknown) {
  try {
    return schema.safeParse(input)
  } catch (error) {
    // Zod collects every issue, and more than 100,000 of them overflow the stack.
    if (!(error instanceof RangeError)) throw error
    throw new AppError('unprocessable', 'Almost nothing in this request has the expected form.', {}, { cause: error })
  }
}

function parseJson({ bytes, isWrapped }: InputBody): unknown {
  const value: unknown = parse(textOf(bytes))
  if (!isWrapped) return value
  return typeof value === 'object' && value !== null && 'json' in value ? value.json : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppError('unprocessable', 'This request is not valid JSON.', {}, { cause: error })
  }
}
