import { Sparkles } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { useSite } from '#platform/web/use-site.ts'
import { isOfferedUpgrade } from './pages.ts'
import type { Viewer } from './viewer.ts'

/** Links a user whose plan is missing, free or basic to the plans (spec §2, §6), if the site sells any. */
export function UpgradeLink({ viewer, ...link }: { viewer: Viewer } & Omit<ComponentProps<typeof Link>, 'to'>) {
  const sells = useSite()?.sells ?? true
  if (!viewer.account || !sells || !isOfferedUpgrade(viewer.account.plan)) return null
  return (
    <Link to="/pricing" {...link}>
      <Sparkles aria-hidden="true" />
      Upgrade
    </Link>
  )
}
