import { monitorEventLoopDelay } from 'node:perf_hooks'
import { gauge, type Metric } from './metrics.ts'

/** Memory, processor time and how late the event loop runs, of this process. */
export function watchProcess(): () => Metric[] {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  return () => {
    const { rss, heapUsed } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    // Nanoseconds; without a reading yet there is none to tell.
    const lag = [0.5, 0.99].map((q) => ({ labels: { quantile: String(q) }, value: delay.percentile(q * 100) / 1e9 }))
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
      gauge('process_uptime_seconds', 'Since this process started.', process.uptime()),
    ]
  }
}
