import { FlaskConical } from 'lucide-react'

/** Marks every page with a price if no money moves (product §5). */
export function TestMoney() {
  return (
    <p className="print:hidden flex items-start gap-2 border-y border-warning/40 bg-surface px-4 py-2.5 text-sm sm:justify-center sm:px-6">
      <FlaskConical aria-hidden="true" className="mt-px size-4 shrink-0 text-warning" />
      <span>
        <strong className="font-semibold">Test money.</strong> Payments on this site are a test: you need no card, and
        nothing is charged.
      </span>
    </p>
  )
}
