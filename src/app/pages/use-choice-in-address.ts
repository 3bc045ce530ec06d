import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { type Choice, chooseForNextCaptions } from './next-captions.ts'

/** The parameters of choices that an address can carry. */
const PARAMETERS = { template: 'template', link: 'look' } as const

/**
 * The address that makes a choice for the next captions, also in another tab.
 * @param isKnown false leads through sign-up or log-in first
 */
export function addressOfChoice({ kind, id }: Choice & { kind: keyof typeof PARAMETERS }, isKnown: boolean): string {
  const path = `/upload?${PARAMETERS[kind]}=${encodeURIComponent(id)}`
  return isKnown ? path : `/signup?from=${encodeURIComponent(path)}`
}

/** Makes the choice of the address for the next captions. */
export function useChoiceInAddress(): void {
  const [parameters] = useSearchParams()
  const template = parameters.get(PARAMETERS.template)
  const link = parameters.get(PARAMETERS.link)
  useEffect(() => {
    if (link !== null) chooseForNextCaptions({ kind: 'link', id: link })
    else if (template !== null) chooseForNextCaptions({ kind: 'template', id: template })
  }, [link, template])
}
