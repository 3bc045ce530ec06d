import { ChevronRight, ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { ImageDecor, Word } from '../../model/index.ts'
import { useEditorBrand } from '../store/editor-brand.ts'
import { useOpenEditor } from '../store/editor-context.ts'
import { DecorRow } from './decor-row.tsx'
import { showWord } from '../playback/seek-to-word.ts'
import { newPicture, picturesOfWord } from './word-emoji.ts'

/** The pictures on a word, and those of the account to add. */
export function WordPictures({ word, isFull }: { word: Word; isFull: boolean }) {
  const editor = useOpenEditor()
  const { logoPicker } = useEditorBrand()
  const [isOpen, setOpen] = useState(false)
  const hung = picturesOfWord(word)
  const add = (assetId: string) => {
    const items = [{ wordId: word.id, decor: newPicture(assetId) }]
    if (editor.store.actions.edit([{ type: 'setDecor', items }])) showWord(editor, word.id)
  }
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

/** A picture of the word, with its place and size. */
function PictureRow({ item, wordId }: { item: ImageDecor; wordId: string }) {
  const { pictures } = useEditorBrand()
  const known = pictures?.find(({ id }) => id === item.assetId)
  const name = known?.name ?? 'the missing picture'
  return (
    <>
      <DecorRow item={item} wordId={wordId} name={name}>
        {known?.thumbnail ?? <ImageOff aria-hidden="true" className="size-6 text-faint" />}
      </DecorRow>
      {known === undefined && pictures !== null && (
        <p className="text-xs text-muted">This picture was removed, and the video is drawn without it.</p>
      )}
    </>
  )
}
