import { Badge } from '#ui/badge.tsx'
import { nameOf } from '../labels.ts'

/** The state of a commission, a payout, an affiliate or a job, in one word. */
export function StateBadge({ state }: { state: string }) {
  return <Badge tone={TONE[state] ?? 'neutral'}>{WORD[state] ?? nameOf(state)}</Badge>
}

const WORD: Readonly<Record<string, string>> = { rejected: 'Voided', hold: 'On hold', queued: 'Waiting' }
const TONE: Readonly<Record<string, 'success' | 'error' | 'warning' | 'info'>> = {
  active: 'success',
  paid: 'success',
  done: 'success',
  approved: 'info',
  running: 'info',
  sending: 'info',
  hold: 'warning',
  suspended: 'warning',
  failed: 'error',
  rejected: 'error',
}
