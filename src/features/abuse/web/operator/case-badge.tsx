import { Badge, type Tone } from '#ui/badge.tsx'
import type { CaseState } from '../../model/case-rules.ts'

/** The state of a case in a word or two. */
export function CaseBadge({ state }: { state: CaseState }) {
  const { tone, word } = LOOK[state]
  return <Badge tone={tone}>{word}</Badge>
}

const LOOK: Readonly<Record<CaseState, { tone: Tone | 'neutral'; word: string }>> = {
  open: { tone: 'warning', word: 'Open' },
  dismissed: { tone: 'neutral', word: 'Dismissed' },
  down: { tone: 'error', word: 'Taken down' },
  objected: { tone: 'warning', word: 'Objection' },
  upheld: { tone: 'error', word: 'Upheld' },
  restored: { tone: 'success', word: 'Restored' },
}
