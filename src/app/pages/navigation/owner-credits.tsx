import { Coins } from 'lucide-react'
import { Tooltip } from '#ui/tooltip.tsx'

/** In place of the user's credits on a video of somebody else: whose plan and credits their work uses. */
export function OwnerCredits({ ownerName }: { ownerName: string }) {
  return (
    <Tooltip label={`This video uses the plan and the credits of ${ownerName}, not yours`}>
      <span
        role="img"
        aria-label={`Uses the plan and the credits of ${ownerName}`}
        className="flex h-7 min-w-0 items-center gap-1 text-sm font-medium"
      >
        <Coins aria-hidden="true" className="size-4 shrink-0 text-accent-text" />
        <span className="flex min-w-0 whitespace-nowrap">
          <span className="max-lg:hidden">Uses&nbsp;</span>
          <span className="truncate" style={NAME}>
            {ownerName}
          </span>
          ’s
          <span className="max-lg:hidden">&nbsp;credits</span>
        </span>
      </span>
    </Tooltip>
  )
}

/** About four letters on a phone, and a first name on a wide screen. */
const NAME = { maxWidth: 'clamp(2rem, 8vw, 6rem)' }
