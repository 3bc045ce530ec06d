import { Part } from '../model/index.ts'
import type { Check, Checks, Judgement } from './checks.ts'

/** The result and duration of one check. */
export type Finding = Judgement & { readonly part: Part; readonly latencyMs: number | null }

/** A part that does not respond for this long is down. */
const TIMEOUT_MS = 5_000
const TIMED_OUT: Judgement = { state: 'down', note: 'The check timed out.' }
const CHECK_FAILED: Judgement = { state: 'down', note: 'The check failed.' }

/** Checks every part at once. A failing or hanging check does not affect the others. */
export async function runChecks(
  checks: Checks,
  { failed, timeoutMs = TIMEOUT_MS }: { failed: (part: Part, error: unknown) => void; timeoutMs?: number },
): Promise<Finding[]> {
  return Promise.all(
    Part.options.map((part) => runCheck(part, checks[part], { failed: (error) => failed(part, error), timeoutMs })),
  )
}

async function runCheck(
  part: Part,
  check: Check,
  { failed, timeoutMs }: { failed: (error: unknown) => void; timeoutMs: number },
): Promise<Finding> {
  const startedAt = performance.now()
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<'silent'>((resolve) => {
    timer = setTimeout(() => resolve('silent'), timeoutMs)
  })
  // Handled here, so that a check that fails after its timeout is no unhandled rejection.
  const answer = check().catch((error: unknown) => {
    failed(error)
    return CHECK_FAILED
  })
  const found = await Promise.race([answer, silence])
  clearTimeout(timer)
  if (found === 'silent') return { part, ...TIMED_OUT, latencyMs: null }
  return { part, ...found, latencyMs: found === CHECK_FAILED ? null : Math.round(performance.now() - startedAt) }
}
