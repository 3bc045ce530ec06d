import { ChevronRight, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { Select } from '#ui/select.tsx'
import type { ImageDecor, Word } from '../../model/index.ts'
import { useEditorBrand } from '../editor-brand.ts'
import { useActions } from '../editor-context.ts'
import { DecorRow } from './decor-row.tsx'
import { newPicture, picturesOfWord } from './word-emoji.ts'

/** The pictures on a word, and those of the account to add. */
export function WordPictures({ word, isFull }: { word: Word; isFull: boolean }) {
  const { edit } = useActions()
  const { logoPicker } = useEditorBrand()
  const [isOpen, setOpen] = useState(false)
  const hung = picturesOfWord(word)
  const add = (assetId: string) =>
    edit([{ type: 'setDecor', items: [{ wordId: word.id, decor: newPicture(assetId) }] }])
  return (
    <section aria-label="Pictures" className="grid gap-3 border-t border-border pt-2">
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex items-center gap-2 rounded-sm py-1 text-sm font-medium"
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight aria-hidden="true" className={isOpen ? 'size-4 rotate-90 text-faint' : 'size-4 text-faint'} />
        Pictures
      </button>
      {hung.map((item) => (
        <PictureRow key={item.id} item={item} wordId={word.id} />
      ))}
      {isOpen && !isFull && logoPicker?.({ value: null, noun: 'picture', onChange: add })}
    </section>
  )
}

const SIZES = [
  { value: '1', label: 'S' },
  { value: '2', label: 'M' },
  { value: '3.5', label: 'L' },
  { value: '6', label: 'XL' },
] as const

/** A picture of the word, with its place and size. */
function PictureRow({ item, wordId }: { item: ImageDecor; wordId: string }) {
  const { edit } = useActions()
  const { pictures } = useEditorBrand()
  const known = pictures?.find(({ id }) => id === item.assetId)
  const name = known?.name ?? 'the missing picture'
  const size = String(item.size ?? 1)
  const sizes: readonly { value: string; label: string }[] = SIZES.some(({ value }) => value === size)
    ? SIZES
    : [...SIZES, { value: size, label: `${size} em` }]
  return (
    <>
      <DecorRow
        item={item}
        wordId={wordId}
        name={name}
        controls={
          <div className="w-15 shrink-0">
            <Select
              label={`Size of ${name}`}
              hideLabel
              size="sm"
              className="pr-8! pl-2!"
              value={size}
              options={sizes}
              onChange={(to) => edit([{ type: 'setDecor', items: [{ wordId, decor: { ...item, size: Number(to) } }] }])}
            />
          </div>
        }
      >
        {known?.thumbnail ?? <ImageOff aria-hidden="true" className="size-6 text-faint" />}
      </DecorRow>
      {known === undefined && pictures !== null && (
        <p className="text-xs text-muted">This picture was removed, and the video is drawn without it.</p>
      )}
    </>
  )
}
