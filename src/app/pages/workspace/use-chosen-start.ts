import { useState } from 'react'
import { type SavedLook, TEMPLATES } from '#features/templates/model/index.ts'
import { useOwnLooks } from '#features/templates/web/index.ts'
import { chooseForNextCaptions, chosenForNextCaptions } from '../next-captions.ts'

/** A template or saved look for new captions. */
export type Start = {
  readonly kind: 'template' | 'look'
  readonly id: string
  readonly name: string
  readonly look: SavedLook
  /** Captions start in it. Another try on the same page keeps it. */
  onUsed(): void
  /** The creator gives it up. */
  onDecline(): void
  /** The creator cannot give it up. Default false. */
  readonly isFinal?: boolean
}

/** What the person chose for their next captions, if it exists; undefined without a choice, and while looks load. */
export function useChosenStart(): Start | undefined {
  const [choice, setChoice] = useState(chosenForNextCaptions)
  const looks = useOwnLooks({ isNeeded: choice?.kind === 'look' })
  const onUsed = () => chooseForNextCaptions(null)
  const onDecline = () => {
    chooseForNextCaptions(null)
    setChoice(null)
  }
  if (choice?.kind === 'look') {
    const own = looks.data?.find(({ id }) => id === choice.id)
    return own && { kind: 'look', id: own.id, name: own.name, look: own.look, onUsed, onDecline }
  }
  return choice?.kind === 'template' ? startInTemplate(choice.id, { onUsed, onDecline }) : undefined
}

/** The newest version of a template for new captions; undefined for an id that no template has. */
export function startInTemplate(
  id: string | null | undefined,
  on: Pick<Start, 'onUsed' | 'onDecline'>,
): Start | undefined {
  const found = TEMPLATES.find((template) => template.id === id)
  if (found === undefined) return undefined
  const look = { template: { id: found.id, version: found.version }, patch: {} }
  return { kind: 'template', id: found.id, name: found.name, look, ...on }
}
