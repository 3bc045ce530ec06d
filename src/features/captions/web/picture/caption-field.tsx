import { type KeyboardEvent, useRef, useState } from 'react'
import { type CaptionDocument, type Command, type Cue, type Word, wordIndex } from '../../model/index.ts'
import { useActions, useOpenEditor } from '../store/editor-context.ts'
import { idsBefore } from '../store/word-edits.ts'
import { percentOf } from './caption-frame.tsx'
import type { Moved } from './move-captions.ts'
import { type CaptionRewrite, captionText, rewriteCaption, type WordChange } from './rewrite-caption.ts'

/** The text of a caption, typed where it stands. Enter keeps, Escape cancels, Shift Enter breaks the line. */
export function CaptionField({ moved, cue, onEnd }: { moved: Moved; cue: Cue; onEnd(): void }) {
  const { caption, frame } = moved
  const { store } = useOpenEditor()
  const { edit, dispute } = useActions()
  const [began] = useState(() => store.getState().doc)
  const [text, setText] = useState(() => captionText(began, cue))
  const isDone = useRef(false)

  function finish(keep: boolean) {
    if (isDone.current) return
    isDone.current = true
    // A refused text stays in the field.
    isDone.current = !keep || save()
    if (isDone.current) onEnd()
  }

  function save(): boolean {
    const { fitting, disputed } = separateDisputed(rewriteCaption(began, cue, text), began, store.getState().doc)
    if (!edit(fitting)) return false
    for (const { command, word, text: mine } of disputed)
      dispute([command], { wordId: word.id, was: word.text, after: idsBefore(began, word.id), mine })
    return true
  }

  function keyed(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.nativeEvent.isComposing || (event.key === 'Enter' && event.shiftKey)) return
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    finish(event.key === 'Enter')
  }

  const lines = text.split('\n')
  return (
    <textarea
      // The person opened the field by a key or a double click, so focus it.
      ref={focusOnce}
      aria-label="Caption text"
      value={text}
      rows={lines.length}
      spellCheck
      enterKeyHint="done"
      onChange={(event) => setText(event.target.value)}
      onKeyDown={keyed}
      onBlur={() => finish(true)}
      style={{
        ...percentOf(roomAround(moved), frame),
        height: 'auto',
        minHeight: `${(100 * (caption.box.y1 - caption.box.y0)) / frame.height}%`,
        fontSize: `max(14px, ${(100 * caption.em * 0.8) / frame.width}cqw)`,
      }}
      className="picture-field pointer-events-auto rounded-md p-2 font-semibold outline-2 outline-ring"
    />
  )
}

/** The lines may become as wide as the picture. */
function roomAround({ caption: { box }, frame }: Moved) {
  return { ...box, x0: Math.min(box.x0, frame.width * 0.05), x1: Math.max(box.x1, frame.width * 0.95) }
}

type Disputed = WordChange & { readonly word: Word }

/** Separates the changes of words that somebody else has changed or deleted since. */
function separateDisputed({ words, breaks }: CaptionRewrite, before: CaptionDocument, now: CaptionDocument) {
  const disputed: Disputed[] = []
  const fitting: Command[] = []
  for (const change of words) {
    const changed = change.ids.flatMap((id) => before.words[wordIndex(before, id)] ?? [])
    const word = changed.find(({ id, text }) => now.words[wordIndex(now, id)]?.text !== text)
    if (word === undefined) fitting.push(change.command)
    else disputed.push({ ...change, word })
  }
  // Lines depend on all words.
  return { fitting: disputed.length === 0 ? [...fitting, ...breaks] : fitting, disputed }
}

function focusOnce(field: HTMLTextAreaElement | null) {
  field?.focus()
  field?.select()
}
