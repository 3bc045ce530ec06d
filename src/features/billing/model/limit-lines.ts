import { formatBytes } from '#platform/shared/format/bytes.ts'
import { formatDuration } from '#platform/shared/format/durations.ts'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import type { Limits, OwnLimits } from './limits.ts'

const DAY_MS = 86_400_000

/** One limit in words. */
export type LimitLine = { readonly key: keyof Limits; readonly name: string; readonly text: string }

/** Limits in words, in a fixed order; those that are missing are left out. */
export function limitLines(limits: Limits | OwnLimits): LimitLine[] {
  return LINES.flatMap(({ key, name, textOf }) => {
    const value = limits[key]
    return value === undefined ? [] : [{ key, name, text: textOf(value) }]
  })
}

type Value = Limits[keyof Limits]
const LINES: readonly { key: keyof Limits; name: string; textOf: (value: Value) => string }[] = [
  { key: 'maxDurationMs', name: 'Longest video', textOf: (ms) => formatDuration(Number(ms)) },
  { key: 'maxBytes', name: 'Largest file', textOf: (bytes) => formatBytes(Number(bytes)) },
  { key: 'exportHeight', name: 'Exports up to', textOf: (height) => (height === 2160 ? '4K' : '1080p') },
  { key: 'exportFps', name: 'Frames a second', textOf: String },
  {
    key: 'storageBytes',
    name: 'Storage',
    textOf: (bytes) => (bytes === null ? 'Unlimited' : formatBytes(Number(bytes))),
  },
  {
    key: 'retentionMs',
    name: 'New files are kept',
    textOf: (ms) => (ms === null ? 'For ever' : pluralize(Math.round(Number(ms) / DAY_MS), 'day')),
  },
  {
    key: 'collaborators',
    name: 'Collaborators',
    textOf: (seats) => (seats === null ? 'Unlimited' : formatNumber(Number(seats))),
  },
  { key: 'jobsAtOnce', name: 'Jobs at once', textOf: String },
  { key: 'jobsInLine', name: 'Jobs in line', textOf: String },
  { key: 'queue', name: 'Queue', textOf: (queue) => String(queue) },
]
