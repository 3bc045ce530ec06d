import type { Context } from 'hono'
import type { z } from 'zod'
import type { HttpEnv } from '#platform/server/http.ts'
import { AppError } from '#platform/shared/errors.ts'

/** Parses a submitted form. @throws AppError `unprocessable` with the first problem and its field */
export async function readForm<T>(c: Context<HttpEnv>, form: z.ZodType<T>): Promise<T> {
  const parsed = form.safeParse(await readJson(c))
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  const field = first?.path[0]
  throw new AppError(
    'unprocessable',
    first?.message ?? 'This form is incomplete.',
    typeof field === 'string' ? { field } : {},
  )
}

async function readJson(c: Context<HttpEnv>): Promise<unknown> {
  try {
    return await c.req.json()
  } catch (error) {
    throw new AppError('unprocessable', 'The request is not JSON.', {}, { cause: error })
  }
}
