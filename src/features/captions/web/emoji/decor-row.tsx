import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/select.tsx'
import type { EmojiDecor, ImageDecor } from '../../model/index.ts'
import { useActions } from '../store/editor-context.ts'

const SIDES = [
  { value: 'above', label: 'Above' },
  { value: 'below', label: 'Below' },
  { value: 'before', label: 'Before' },
  { value: 'after', label: 'After' },
  { value: 'behind', label: 'Behind' },
] as const satisfies readonly { value: EmojiDecor['side']; label: string }[]

/** Sizes in em of the caption, by what hangs on the word: an emoji is as clear as a picture at three quarters of it. */
const SIZES = {
  emoji: [
    { value: '1', label: 'S' },
    { value: '1.5', label: 'M' },
    { value: '2.5', label: 'L' },
    { value: '4', label: 'XL' },
  ],
  image: [
    { value: '1', label: 'S' },
    { value: '2', label: 'M' },
    { value: '3.5', label: 'L' },
    { value: '6', label: 'XL' },
  ],
} as const

type DecorRowProps = {
  readonly item: EmojiDecor | ImageDecor
  readonly wordId: string
  readonly name: string
  /** Shows it. */
  readonly children: ReactNode
}

/** An emoji or a picture of a word, with its place and size. */
export function DecorRow({ item, wordId, name, children }: DecorRowProps) {
  const { edit } = useActions()
  const change = (to: Partial<Pick<EmojiDecor, 'side' | 'size'>>) =>
    edit([{ type: 'setDecor', items: [{ wordId, decor: { ...item, ...to } }] }])
  const size = String(item.size ?? 1)
  const named: readonly { value: string; label: string }[] = SIZES[item.kind]
  const sizes = named.some(({ value }) => value === size) ? named : [...named, { value: size, label: `${size} em` }]
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
          onChange={(side) => change({ side })}
        />
      </div>
      <div className="w-15 shrink-0">
        <Select
          label={`Size of ${name}`}
          hideLabel
          size="sm"
          className="pr-8! pl-2!"
          value={size}
          options={sizes}
          onChange={(to) => change({ size: Number(to) })}
        />
      </div>
      <IconButton
        size="sm"
        label={`Remove ${name}`}
        icon={<Trash2 />}
        onClick={() => edit([{ type: 'removeDecor', wordIds: [wordId], decorId: item.id }])}
      />
    </div>
  )
}
