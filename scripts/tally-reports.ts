import { z } from 'zod'

const Vitest = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
})

const Outcome = z.object({ status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']) })
const Spec = z.object({ title: z.string(), file: z.string(), tests: z.array(Outcome) })
type Suite = { specs: z.output<typeof Spec>[]; suites?: Suite[] | undefined }
const Suite: z.ZodType<Suite> = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).optional()
  },
})
const Playwright = z.object({ suites: z.array(Suite), errors: z.array(z.unknown()) })

/** The sum of several test reports. */
export type Tally = {
  readonly passed: number
  readonly failed: readonly string[]
  readonly skipped: readonly string[]
  /** Passed tests by kind: `checks`, `unit`, `browser`, `journeys`. */
  readonly kinds: Readonly<Record<string, number>>
}

type Result = { readonly kind: string; readonly title: string; readonly outcome: 'passed' | 'failed' | 'skipped' }

/** @param reports parsed JSON reports of Vitest and Playwright, in any order. @throws ZodError on another shape */
export function tally(reports: readonly unknown[]): Tally {
  const results = reports.flatMap((report) => {
    const vitest = Vitest.safeParse(report)
    return vitest.success ? fromVitest(vitest.data) : fromPlaywright(Playwright.parse(report))
  })
  const passed = results.filter(({ outcome }) => outcome === 'passed')
  const kinds = Object.fromEntries(
    ['checks', 'unit', 'browser', 'journeys'].map((kind) => [kind, passed.filter((r) => r.kind === kind).length]),
  )
  const titles = (outcome: Result['outcome']) => results.filter((r) => r.outcome === outcome).map(({ title }) => title)
  return { passed: passed.length, failed: titles('failed'), skipped: titles('skipped'), kinds }
}

function fromVitest({ testResults }: z.output<typeof Vitest>): Result[] {
  return testResults.flatMap(({ name, status, assertionResults }): Result[] => {
    const kind = kindOf(name)
    const broken: Result[] =
      status === 'failed' && assertionResults.length === 0 ? [{ kind, title: name, outcome: 'failed' }] : []
    return [...broken, ...assertionResults.map((r) => ({ kind, title: r.fullName, outcome: vitestOutcome(r.status) }))]
  })
}

/** bin/test reports its checks in Vitest's format, as one file of this name. */
function kindOf(name: string): string {
  if (name === 'checks') return 'checks'
  return name.endsWith('.tsx') ? 'browser' : 'unit'
}

function vitestOutcome(status: string): Result['outcome'] {
  if (status === 'passed' || status === 'failed') return status
  return 'skipped'
}

function fromPlaywright({ suites, errors }: z.output<typeof Playwright>): Result[] {
  const broken = errors.map((): Result => ({
    kind: 'journeys',
    title: 'the journeys could not run',
    outcome: 'failed',
  }))
  return [...broken, ...suites.flatMap(fromSuite)]
}

function fromSuite({ specs, suites = [] }: Suite): Result[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status }): Result => ({ kind: 'journeys', title, outcome: PLAYWRIGHT_OUTCOME[status] })),
  )
  return [...own, ...suites.flatMap(fromSuite)]
}

/** A flaky journey failed once, so it counts as failed. */
const PLAYWRIGHT_OUTCOME = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' } as const
