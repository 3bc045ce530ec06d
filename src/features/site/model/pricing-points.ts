import type { Plan } from '#features/billing/model/index.ts'
import { formatBytes } from '#platform/shared/format/bytes.ts'
import { formatDays, formatMinutes } from '#platform/shared/format/limits.ts'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { formatExportLimit } from './pricing.ts'

/** The benefits of a plan besides its credits, one short line each. */
export function planPoints(plan: Plan): readonly string[] {
  const { maxDurationMs, maxBytes, storage, retentionMs, collaborators, jobsAtOnce, queue } = plan
  return [
    `Videos up to ${formatMinutes(maxDurationMs)} and ${formatBytes(maxBytes)}`,
    `Exports up to ${formatExportLimit(plan)}`,
    storage === null
      ? null
      : `${formatBytes(storage.bytes)} of storage${retentionMs === null ? '' : `, kept ${formatDays(retentionMs)}`}`,
    collaborators === null || collaborators === 0 ? null : `${collaborators} collaborators`,
    jobsAtOnce > 1 ? `${jobsAtOnce} videos at once` : null,
    queue === 'high' ? 'First in the queue' : null,
    'No watermark',
  ].filter((point) => point !== null)
}

/** One row of the comparison: its name and the value of each plan. */
export type ComparedFeature = { readonly name: string; readonly of: (plan: Plan) => string }

/** Every difference between the plans, followed by what they share. */
export const COMPARED: readonly ComparedFeature[] = [
  {
    name: 'Credits',
    of: ({ credits }) =>
      credits === null
        ? BY_CONTRACT
        : `${formatNumber(credits.amount)} ${credits.each === 'once' ? 'once' : 'a month'}`,
  },
  { name: 'Longest video', of: (plan) => (isByContract(plan) ? BY_CONTRACT : formatMinutes(plan.maxDurationMs)) },
  { name: 'Largest file', of: (plan) => (isByContract(plan) ? BY_CONTRACT : formatBytes(plan.maxBytes)) },
  { name: 'Export up to', of: formatExportLimit },
  { name: 'Storage', of: ({ storage }) => (storage === null ? BY_CONTRACT : formatBytes(storage.bytes)) },
  {
    name: 'Files are kept',
    of: ({ retentionMs }) => (retentionMs === null ? 'With the plan' : formatDays(retentionMs)),
  },
  {
    name: 'Collaborators',
    of: ({ collaborators }) => (collaborators === null ? BY_CONTRACT : countOrNone(collaborators)),
  },
  { name: 'Videos at once', of: (plan) => (isByContract(plan) ? BY_CONTRACT : String(plan.jobsAtOnce)) },
  { name: 'Place in the queue', of: ({ queue }) => QUEUE[queue] },
  { name: 'Watermark', of: () => 'None' },
]

const BY_CONTRACT = 'By contract'
const QUEUE = { low: 'Low', normal: 'Normal', high: 'High', reserved: 'Reserved' } as const satisfies Record<
  Plan['queue'],
  string
>

/** Product §5: a contract also sets the limits, so none are stated before. */
function isByContract({ monthlyCents }: Plan): boolean {
  return monthlyCents === null
}

function countOrNone(count: number): string {
  return count === 0 ? '–' : String(count)
}
