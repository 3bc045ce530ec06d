/** One sample of a metric, identified by its labels. */
export type Sample = {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
  readonly suffix?: string
}

/** A Prometheus metric; names end in their unit, counters in `_total`. */
export type Metric = {
  readonly name: string
  readonly help: string
  readonly type: 'gauge' | 'counter' | 'histogram'
  readonly samples: readonly Sample[]
}

/** Prometheus' text format, version 0.0.4. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Renders the metrics in that format. */
export function exposition(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, help, type, samples }) => {
      const lines = samples.map(
        ({ labels = {}, value, suffix = '' }) => `${name}${suffix}${labelsText(labels)} ${numberText(value)}`,
      )
      return [
        `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
        `# TYPE ${name} ${type}`,
        ...lines,
      ].join('\n')
    })
    .join('\n')
    .concat('\n')
}

/** Creates a gauge with one sample. */
export function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: 'gauge', samples: [{ value }] }
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value)
  if (Number.isNaN(value)) return 'NaN'
  return value > 0 ? '+Inf' : '-Inf'
}
