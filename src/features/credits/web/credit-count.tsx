import { Coins } from 'lucide-react'
import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { Tooltip } from '#ui/tooltip.tsx'
import { useBalance } from './balance.ts'

/** The number of credits in the header (spec §2), updated as jobs hold and use them. */
export function CreditCount() {
  const balance = useBalance()
  if (!balance.data) return <span className="h-7 w-14" />
  const { available, held } = balance.data
  const spoken =
    held > 0
      ? `${pluralize(available, 'credit')}, and ${formatNumber(held)} held for running work`
      : pluralize(available, 'credit')
  return (
    <Tooltip label={spoken}>
      <span
        className="tabular flex h-7 items-center gap-1.5 rounded-md px-2 text-sm font-medium"
        role="img"
        aria-label={spoken}
      >
        <Coins aria-hidden="true" className="size-4 text-accent-text" />
        {formatNumber(available)}
      </span>
    </Tooltip>
  )
}
