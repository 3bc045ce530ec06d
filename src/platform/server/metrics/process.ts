import { createHistogram, monitorEventLoopDelay, type RecordableHistogram } from 'node:perf_hooks'
import { gauge, type Metric } from '../metrics.ts'

/** Sampling interval of the event loop delay, in milliseconds. */
const RESOLUTION_MS = 10
const QUANTILES = [0.5, 0.99, 0.999]

/**
 * Collects memory, processor time and event loop delay of this process. Its timers run from the first reading on: a
 * hundred wake-ups a second would cost a process that nobody monitors a hundredth of a core.
 */
export function watchProcess(): () => Metric[] {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  const busy = createHistogram()
  let isWatched = false
  // Nanoseconds between two timers scheduled `RESOLUTION_MS` apart; 0 without a reading yet.
  const lateness = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1e3)
  return () => {
    if (!isWatched) {
      isWatched = true
      delay.enable()
      recordBusyTurns(busy)
    }
    const { rss, heapUsed } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const lag = QUANTILES.map((q) => ({
      labels: { quantile: String(q) },
      value: lateness(delay.percentile(q * 100)),
    }))
    const worst = lateness(delay.max)
    delay.reset()
    const busiest = QUANTILES.map((q) => ({
      labels: { quantile: String(q) },
      value: lateness(busy.percentile(q * 100) * 1e3),
    }))
    const busiestOfAll = lateness(busy.max * 1e3)
    busy.reset()
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
      {
        name: 'nodejs_eventloop_busy_seconds',
        help: 'How late timers would have run since the last reading with a processor of their own.',
        type: 'gauge',
        samples: busiest,
      },
      gauge('nodejs_eventloop_busy_max_seconds', 'The same, of the latest timer.', busiestOfAll),
      gauge('process_uptime_seconds', 'Since this process started.', process.uptime()),
    ]
  }
}

/**
 * Records the processor time of this thread between two timers scheduled `RESOLUTION_MS` apart, in microseconds. Unlike
 * the delay, it excludes the time that other processes used the processor.
 */
function recordBusyTurns(busy: RecordableHistogram): void {
  let before = process.threadCpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    busy.record(Math.max(1, user + system))
  }, RESOLUTION_MS)
  timer.unref()
}
