/** A check passes when it resolves. */
type Check = () => Promise<unknown>

/** Cache time of an answer, in milliseconds; shorter for a failure, so that a recovery shows soon. */
const SUCCESS_TTL_MS = 3_000
const FAILURE_TTL_MS = 500
/** Timeout of a check, in milliseconds. A late check counts as failed but runs on, and no other starts beside it. */
const ANSWER_MS = 1_500

/**
 * Makes a check cheap enough for anybody to request: it runs once at a time and at most every few seconds, and an
 * answer never waits for a hanging check.
 * @param o.successTtlMs cache time of a success, in milliseconds; default 3,000
 * @param o.changed called with the error when the check starts to fail, and with undefined when it passes again
 */
export function boundedCheck(
  check: Check,
  o: { changed: (error: unknown) => void; now?: () => number; answerMs?: number; successTtlMs?: number },
): () => Promise<boolean> {
  const { changed, now = () => performance.now(), answerMs = ANSWER_MS, successTtlMs = SUCCESS_TTL_MS } = o
  let passes = true
  let known: { readonly passes: boolean; readonly until: number } | undefined
  let running: Promise<boolean> | undefined

  async function run(): Promise<boolean> {
    const failure = await check().then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    const before = passes
    passes = failure === undefined
    if (before !== passes) changed(failure?.error)
    known = { passes, until: now() + (passes ? successTtlMs : FAILURE_TTL_MS) }
    running = undefined
    return passes
  }

  return async () => {
    if (known !== undefined && now() < known.until) return known.passes
    running ??= run()
    return answersInTime(running, answerMs)
  }
}

/** The answer, or false after `ms` milliseconds. */
async function answersInTime(answer: Promise<boolean>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
