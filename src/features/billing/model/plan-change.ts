import { formatBytes } from '#platform/shared/format/bytes.ts'
import { formatDays } from '#platform/shared/format/limits.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { framesAt, type Plan, type Plans, PLANS } from './plans.ts'
import { type Choice } from './payments.ts'
import { planCents } from './prices.ts'

/** Whether a change takes effect now, at the end of the paid period, or not at all. */
export type ChangeKind = 'now' | 'period-end' | 'none'

/**
 * When a plan change takes effect (product §5): an upgrade, or a year after a month, now; a downgrade, or a month after
 * a year, at the end of the paid period.
 */
export function changeKind(from: Choice, to: Choice, plans: Plans = PLANS): ChangeKind {
  if (from.plan === to.plan && from.interval === to.interval) return 'none'
  const before = planCents(from.plan, 'month', plans) ?? 0
  const after = planCents(to.plan, 'month', plans) ?? 0
  if (after !== before) return after > before ? 'now' : 'period-end'
  return to.interval === 'year' ? 'now' : 'period-end'
}

/** What a plan change takes away, one sentence each, shown before the confirmation. Nothing is deleted. */
export function planLosses(from: Plan, to: Plan): string[] {
  return [
    to.maxDurationMs < from.maxDurationMs &&
      `New videos can be at most ${pluralize(to.maxDurationMs / 60_000, 'minute')} long.`,
    to.maxBytes < from.maxBytes && `New files can be at most ${formatBytes(to.maxBytes)}.`,
    exportLoss(from, to),
    storageLoss(from, to),
    retentionLoss(from, to),
    (to.collaborators ?? Infinity) < (from.collaborators ?? Infinity) &&
      (to.collaborators === 0
        ? 'Your collaborators are suspended, not removed. A larger plan brings them back.'
        : `Collaborators beyond ${to.collaborators} are suspended, not removed.`),
    to.jobsAtOnce < from.jobsAtOnce &&
      `${to.jobsAtOnce === 1 ? 'One video is' : `${to.jobsAtOnce} videos are`} worked on at a time.`,
  ].filter((sentence) => typeof sentence === 'string')
}

function exportLoss(from: Plan, to: Plan): string | false {
  const { height } = to.export
  const before = from.export
  const sharedHeight = Math.min(height, before.height)
  const fps = framesAt(to.export, sharedHeight)
  if (height >= before.height && fps >= framesAt(before, sharedHeight)) return false
  if (height >= before.height) return `New exports have at most ${fps} frames a second.`
  return `New exports are at most ${height === 2160 ? '4K' : '1080p'} at ${fps} frames a second.`
}

/** What is stored keeps its expiry (docs/decisions/0095-retention.md). */
function retentionLoss({ retentionMs: before }: Plan, { retentionMs: after }: Plan): string | false {
  if (after === null || (before !== null && before <= after)) return false
  return `New videos are deleted after ${formatDays(after)}. Those that you have now are not deleted earlier.`
}

function storageLoss(from: Plan, to: Plan): string | false {
  if (to.storage === null || (from.storage !== null && from.storage.bytes <= to.storage.bytes)) return false
  return `Storage is ${formatBytes(to.storage.bytes)}. Files above it stay readable, and you get 30 days' notice before anything else happens.`
}
