import type { ReportedKind } from '../model/limits.ts'

/**
 * Leads from a public page to the form that reports it. The page is the same for every token until scripts run, so the
 * link asks the server, which knows the address.
 */
export function ReportLink({ kind }: { kind: ReportedKind }) {
  return (
    <a href="?report" rel="nofollow" className="hit-target text-faint underline underline-offset-3 hover:text-text">
      {LABEL[kind]}
    </a>
  )
}

const LABEL: Readonly<Record<ReportedKind, string>> = { review: 'Report this video', look: 'Report this look' }
