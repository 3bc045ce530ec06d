import { useState } from 'react'
import { DEFAULT_TEMPLATE } from '#features/captions/model/index.ts'
import { useProjectKit } from '#features/brand/web/index.ts'
import { useSite } from '#platform/web/use-site.ts'
import { type Start, startInTemplate, useChosenStart } from './use-chosen-start.ts'

/**
 * What new captions of a video start in: the choice made before, else the template of the owner's brand kit. Undefined
 * without one. Who declines a choice declines the kit as well, for this video only.
 */
export function useFirstStart(projectId: string): Start | undefined {
  const chosen = useChosenStart()
  const ofSite = useSite()?.newCaptions?.template
  const { data: kit } = useProjectKit(projectId)
  const [isDeclined, setDeclined] = useState(false)
  const decline = () => setDeclined(true)
  if (chosen !== undefined) {
    const onDecline = () => {
      chosen.onDecline()
      decline()
    }
    return { ...chosen, onDecline }
  }
  const on = { onUsed: () => undefined, onDecline: decline }
  const usual = startInTemplate(ofSite, on) ?? startInTemplate(DEFAULT_TEMPLATE.id, on)
  const ofKit = startInTemplate(kit?.templateId, on)
  // New captions follow the kit, so the usual template has to be chosen.
  if (isDeclined && ofKit !== undefined && kit?.isFollowedByNew === true) return { ...ofKit, ...usual, isFinal: true }
  return isDeclined ? undefined : ofKit
}
