import { monitorEventLoopDelay } from 'node:perf_hooks'
import { gauge, type Metric } from './metrics.ts'

/** How often the delay of the event loop is measured, in milliseconds. */
const RESOLUTION_MS = 10
const QUANTILES = [0.5, 0.99, 0.999]

/** Memory, processor time and how late the event loop runs, of this process. */
export function watchProcess(): () => Metric[] {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  // Nanoseconds between two timers, of which they are meant to be `RESOLUTION_MS` apart; 0 without a reading yet.
  const lateness = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1e3)
  return () => {
    const { rss, heapUsed } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const lag = QUANTILES.map((q) => ({
      labels: { quantile: String(q) },
      value: lateness(delay.percentile(q * 100)),
    }))
    const worst = lateness(delay.max)
    delay.reset()
    return [
      gauge('process_resident_memory_bytes', 'Memory of this process.', rss),
      gauge('nodejs_heap_size_used_bytes', 'Memory in use by JavaScript.', heapUsed),
      {
        name: 'process_cpu_seconds_total',
        help: 'Processor time of this process.',
        type: 'counter',
        samples: [{ value: (user + system) / 1e6 }],
      },
      {
        name: 'nodejs_eventloop_lag_seconds',
        help: 'How late timers ran since the last reading.',
        type: 'gauge',
        samples: lag,
      },
      gauge('nodejs_eventloop_lag_max_seconds', 'How late a timer ran at worst since the last reading.', worst),
      gauge('process_uptime_seconds', 'Since this process started.', process.uptime()),
    ]
  }
}
