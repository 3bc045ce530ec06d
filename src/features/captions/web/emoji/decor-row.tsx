import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/select.tsx'
import type { EmojiDecor, ImageDecor } from '../../model/index.ts'
import { useActions } from '../editor-context.ts'

const SIDES = [
  { value: 'above', label: 'Above' },
  { value: 'below', label: 'Below' },
  { value: 'before', label: 'Before' },
  { value: 'after', label: 'After' },
  { value: 'behind', label: 'Behind' },
] as const satisfies readonly { value: EmojiDecor['side']; label: string }[]

type DecorRowProps = {
  readonly item: EmojiDecor | ImageDecor
  readonly wordId: string
  readonly name: string
  /** Shows it. */
  readonly children: ReactNode
  /** Further controls. */
  readonly controls?: ReactNode
}

/** An emoji or a picture of a word, with its place. */
export function DecorRow({ item, wordId, name, children, controls }: DecorRowProps) {
  const { edit } = useActions()
  return (
    <div className="flex items-center gap-2">
      {children}
      <div className="grow">
        <Select
          label={`Place of ${name}`}
          hideLabel
          size="sm"
          className="pr-8! pl-2!"
          value={item.side}
          options={SIDES}
          onChange={(side) => edit([{ type: 'setDecor', items: [{ wordId, decor: { ...item, side } }] }])}
        />
      </div>
      {controls}
      <IconButton
        size="sm"
        label={`Remove ${name}`}
        icon={<Trash2 />}
        onClick={() => edit([{ type: 'removeDecor', wordIds: [wordId], decorId: item.id }])}
      />
    </div>
  )
}
