import type { z } from 'zod'
import { AppError } from '../shared/errors.ts'
import { type SharedBytes, textOf } from './shared-bytes.ts'

/** The body of a request as it arrived, to be read in a thread: JSON of megabytes would hold up the event loop. */
export type InputBody = {
  readonly bytes: SharedBytes
  /** Our pages wrap the input: `{"json": …}`. */
  readonly isWrapped: boolean
}

/** Most faults that a refusal names. */
const MOST_NAMED = 10

/**
 * Reads the input of a procedure from a body, for tasks of threads.
 * @param refuse looks at the input before it is checked, which may take long
 * @throws AppError `unprocessable` saying what is wrong with it, and whatever `refuse` throws
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

/** What is wrong with an input, in one line: `commands.0.type: Invalid input; …`. */
export function describeIssues(issues: readonly Issue[]): string {
  return issues.slice(0, MOST_NAMED).map(sentenceOf).join('; ')
}

/** A fault as every validation library tells it (Standard Schema). */
type Issue = { readonly message: string; readonly path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined }

function sentenceOf({ path = [], message }: Issue): string {
  const place = path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.')
  return place === '' ? message : `${place}: ${message}`
}

function check<Schema extends z.ZodType>(schema: Schema, input: unknown) {
  try {
    return schema.safeParse(input)
  } catch (error) {
    // Zod collects every fault: more than 100,000 of them exceed the stack.
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
