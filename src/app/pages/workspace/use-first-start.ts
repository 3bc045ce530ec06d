import { useState } from 'react'
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
  return isDeclined ? undefined : startInTemplate(kit?.templateId, () => setDeclined(true))
}
