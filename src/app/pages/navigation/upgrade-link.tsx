import { Sparkles } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { useWhosePlan } from './open-video.ts'
import { isOfferedUpgrade } from './pages.ts'
import type { Viewer } from './viewer.ts'

/**
 * Links a user whose plan is missing, free or basic to the plans (spec §2, §6), if the site sells any; nothing on a
 * video of somebody else, whose plan counts there.
 */
export function UpgradeLink({ viewer, ...link }: { viewer: Viewer } & Omit<ComponentProps<typeof Link>, 'to'>) {
  const whose = useWhosePlan()
  if (whose !== 'own' || !viewer.account || !viewer.sells || !isOfferedUpgrade(viewer.account.plan)) return null
  return (
    <Link to="/pricing" {...link}>
      <Sparkles aria-hidden="true" />
      Upgrade
    </Link>
  )
}
