import { useState } from 'react'
import { DEFAULT_TEMPLATE } from '#features/captions/model/index.ts'
import { useProjectKit } from '#features/brand/web/index.ts'
import { type Start, startInTemplate, useChosenStart } from './use-chosen-start.ts'

/**
 * What new captions of a video start in: the choice made before, else the template of the owner's brand kit. Undefined
 * without one. `onEnd` declines it, that of the kit for this video only.
 */
export function useFirstStart(projectId: string): Start | undefined {
  const chosen = useChosenStart()
  const { data: kit } = useProjectKit(projectId)
  const [isDeclined, setDeclined] = useState(false)
  if (chosen !== undefined) {
    const onEnd = () => {
      chosen.onEnd()
      setDeclined(true)
    }
    return { ...chosen, onEnd }
  }
  const decline = () => setDeclined(true)
  const ofKit = startInTemplate(kit?.templateId, decline)
  // New captions follow the kit, so the usual template has to be chosen.
  if (isDeclined && ofKit !== undefined && kit?.isFollowedByNew === true)
    return { ...ofKit, ...startInTemplate(DEFAULT_TEMPLATE.id, decline), isFinal: true }
  return isDeclined ? undefined : ofKit
}
