import { Sparkles } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { isOfferedUpgrade } from './pages.ts'
import type { Viewer } from './viewer.ts'

/** Leads to the plans, for a signed-in user whose plan is missing, free or basic (spec §2, §6). */
export function UpgradeLink({ viewer, ...link }: { viewer: Viewer } & Omit<ComponentProps<typeof Link>, 'to'>) {
  if (!viewer.account || !isOfferedUpgrade(viewer.account.plan)) return null
  return (
    <Link to="/pricing" {...link}>
      <Sparkles aria-hidden="true" />
      Upgrade
    </Link>
  )
}
