import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { useLookActions } from '#features/templates/web/index.ts'
import { asAppError } from '#platform/web/api.ts'
import { toast } from '#platform/web/toasts.tsx'
import { chooseForNextCaptions, chosenForNextCaptions } from '../next-captions.ts'
import { useChoiceInAddress } from '../use-choice-in-address.ts'

/**
 * Saves the look behind a chosen link to the account; the next captions start in it. A revoked link or a full account
 * ends the choice; after any other failure the next visit tries again.
 */
export function useSaveLinked(): void {
  const { take } = useLookActions()
  const [, setParameters] = useSearchParams()
  useChoiceInAddress()

  const save = useEffectEvent(async (token: string) => {
    try {
      const { id, name } = await take(token)
      chooseForNextCaptions({ kind: 'look', id })
      toast.success(`“${name}” is in your looks. Your next captions start in it.`)
    } catch (error) {
      const refusal = asAppError(error)
      if (refusal.code === 'not_found' || refusal.code === 'conflict') chooseForNextCaptions(null)
      toast.error(refusal.message)
    }
    // A reload is not a second choice.
    setParameters((parameters) => withoutLook(parameters), { replace: true })
  })

  useEffect(() => {
    const choice = chosenForNextCaptions()
    if (choice?.kind === 'link') void save(choice.id)
  }, [])
}

function withoutLook(parameters: URLSearchParams): URLSearchParams {
  const left = new URLSearchParams(parameters)
  left.delete('look')
  return left
}
