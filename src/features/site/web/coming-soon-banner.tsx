import { Sparkles } from 'lucide-react'

/** Says that new caption templates are coming soon (spec §1). */
export function ComingSoonBanner() {
  return (
    <p className="flex items-center justify-center gap-2 border-b border-border bg-surface px-4 py-2 text-center text-sm text-muted">
      <Sparkles aria-hidden="true" className="size-4 shrink-0 text-premium" />
      New caption templates are coming soon.
    </p>
  )
}
