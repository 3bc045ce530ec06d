import { setTimeout } from 'node:timers/promises'
import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { exposition, gauge, type Metric } from './metrics.ts'
import { watchProcess } from './metrics/process.ts'
import { countRequests } from './metrics/requests.ts'
import { metricsRoutes } from './metrics/routes.ts'

test('renders metrics in the Prometheus format with any label values', () => {
  const jobs: Metric = {
    name: 'jobs_total',
    help: 'Two\nlines',
    type: 'counter',
    samples: [{ labels: { kind: 'say "hi"\\\n' }, value: 2 }, { value: Number.POSITIVE_INFINITY }],
  }
  expect(exposition([gauge('a_bytes', 'Bytes.', 1.5), jobs])).toBe(
    [
      '# HELP a_bytes Bytes.',
      '# TYPE a_bytes gauge',
      'a_bytes 1.5',
      '# HELP jobs_total Two\\nlines',
      '# TYPE jobs_total counter',
      'jobs_total{kind="say \\"hi\\"\\\\\\n"} 2',
      'jobs_total +Inf',
      '',
    ].join('\n'),
  )
})

test('counts requests by status class, in every bucket that fits', async () => {
  const { middleware, metrics } = countRequests()
  const app = new Hono().use(middleware).get('/', (c) => c.text('ok'))
  for (const path of ['/', '/', '/nowhere']) await app.request(path)
  const text = exposition(metrics())
  expect(text).toContain('wordpop_http_request_duration_seconds_bucket{code="2xx",le="+Inf"} 2\n')
  expect(text).toContain('wordpop_http_request_duration_seconds_count{code="4xx"} 1\n')
  expect(text).toMatch(/_bucket\{code="2xx",le="10"\} 2\n/)
})

test('reports memory and processor time of the process', () => {
  const text = exposition(watchProcess()())
  for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds_total'])
    expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'))
})

test('reports the current and the maximum timer delay since the last reading', async () => {
  const read = watchProcess()
  const worstOf = (text: string) => Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1])
  const quiet = exposition(read())
  for (const quantile of ['0.5', '0.99', '0.999'])
    expect(quiet).toMatch(new RegExp(`^nodejs_eventloop_lag_seconds\\{quantile="${quantile}"\\} \\d`, 'm'))
  await expect
    .poll(async () => {
      // The process counts from one timer to the next: one runs before the delay, and one after it.
      await setTimeout(30)
      const until = performance.now() + 120
      while (performance.now() < until);
      await setTimeout(30)
      return worstOf(exposition(read()))
    })
    .toBeGreaterThan(0.1)
  // Only since the last reading: a busy machine may delay a timer, but not at every reading.
  await expect.poll(() => worstOf(exposition(read()))).toBeLessThan(0.1)
})

test('timers run only in a process that somebody monitors', () => {
  const start = vi.spyOn(globalThis, 'setInterval')
  const read = watchProcess()
  expect(start).not.toHaveBeenCalled()
  read()
  read()
  expect(start).toHaveBeenCalledOnce()
  start.mockRestore()
})

test('reports timer delay separately from processor time', async () => {
  const read = watchProcess()
  const busiestOf = (text: string) => Number(/^nodejs_eventloop_busy_max_seconds (\S+)$/m.exec(text)?.[1])
  await expect
    .poll(async () => {
      await setTimeout(30)
      const before = process.threadCpuUsage()
      const spent = () => {
        const { user, system } = process.threadCpuUsage(before)
        return user + system
      }
      while (spent() < 120_000);
      await setTimeout(30)
      return busiestOf(exposition(read()))
    })
    .toBeGreaterThan(0.1)
  // A waiting thread is late, but not busy. Other work of the process may keep it busy, but not at every reading.
  await expect
    .poll(async () => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 120)
      await setTimeout(30)
      return busiestOf(exposition(read()))
    })
    .toBeLessThan(0.1)
})

test('a timer that fires on time counts no delay for the sampling interval', async () => {
  const read = watchProcess()
  read()
  await expect
    .poll(async () => {
      await setTimeout(200)
      return Number(/quantile="0.5"\} (\S+)$/m.exec(exposition(read()))?.[1])
    })
    .toBeLessThan(0.005)
})

const TOKEN = 'a token of twenty characters'
type Reader = {
  readonly who: string
  readonly from?: string
  readonly headers?: Record<string, string>
  readonly url?: string
  readonly isLocal?: boolean
  readonly token: string | undefined
  readonly status: number
}
test.each<Reader>([
  { who: 'this machine', headers: {}, token: undefined, status: 200 },
  { who: 'this machine by its IPv6 name', from: '::ffff:127.0.0.1', headers: {}, token: undefined, status: 200 },
  { who: 'another machine without a token in the settings', from: '203.0.113.7', token: undefined, status: 404 },
  { who: 'another machine without the token', from: '203.0.113.7', token: TOKEN, status: 401 },
  {
    who: 'another machine with a wrong token',
    from: '203.0.113.7',
    token: TOKEN,
    status: 401,
    headers: { authorization: 'Bearer another token of some length' },
  },
  {
    who: 'another machine with the token',
    from: '203.0.113.7',
    token: TOKEN,
    status: 200,
    headers: { authorization: `Bearer ${TOKEN}` },
  },
  ...['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'].map((name) => ({
    who: `somebody through a proxy on this machine that sends ${name}`,
    token: undefined,
    status: 404,
    headers: { [name]: '127.0.0.1' },
  })),
  { who: 'this machine, where others reach the site', isLocal: false, token: undefined, status: 404 },
  { who: 'a page that names itself after this machine', url: 'http://evil.example/', token: undefined, status: 404 },
])(
  '$who is answered with $status',
  async ({ from = '127.0.0.1', headers = {}, token, isLocal = true, url, status }) => {
    const routes = metricsRoutes({ token, isLocal, clientAddress: () => from, collect: async () => [] })
    const answer = await routes.request(url ?? 'http://127.0.0.1/', { headers })
    expect(answer.status).toBe(status)
    if (status === 200) expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  },
)
