import type { MiddlewareHandler } from 'hono'
import type { Metric, Sample } from '../metrics.ts'

/** Upper bounds of the request histogram, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Tally = { count: number; sum: number; readonly within: number[] }

/** Counts requests and measures the time until the response begins, by status class: `2xx`. */
export function countRequests(): { middleware: MiddlewareHandler; metrics: () => Metric[] } {
  const tallies = new Map<string, Tally>()
  return {
    async middleware(c, next) {
      const startedAt = performance.now()
      await next()
      add(tallies, `${Math.floor(c.res.status / 100)}xx`, (performance.now() - startedAt) / 1000)
    },
    metrics: () => [
      {
        name: 'wordpop_http_request_duration_seconds',
        help: 'Requests by the class of their status, and how long their answers took to begin.',
        type: 'histogram',
        samples: [...tallies]
          .toSorted(([a], [b]) => a.localeCompare(b))
          .flatMap(([code, tally]) => samplesOf(code, tally)),
      },
    ],
  }
}

function add(tallies: Map<string, Tally>, code: string, seconds: number): void {
  const tally = tallies.get(code) ?? { count: 0, sum: 0, within: BOUNDS.map(() => 0) }
  tallies.set(code, tally)
  tally.count += 1
  tally.sum += seconds
  for (const [n, bound] of BOUNDS.entries()) if (seconds <= bound) tally.within[n] = (tally.within[n] ?? 0) + 1
}

function samplesOf(code: string, { count, sum, within }: Tally): Sample[] {
  return [
    ...BOUNDS.map((bound, n) => ({ suffix: '_bucket', labels: { code, le: String(bound) }, value: within[n] ?? 0 })),
    { suffix: '_bucket', labels: { code, le: '+Inf' }, value: count },
    { suffix: '_sum', labels: { code }, value: sum },
    { suffix: '_count', labels: { code }, value: count },
  ]
}
