import { type CaptionDocument, cueIndex, cueRestTime, cuesOf, cueSpan, restTime, wordIndex } from '../../model/index.ts'
import type { OpenEditor } from '../store/editor-context.ts'

/**
 * Seeks to the first frame of a word. A paused video draws the word and those before it as they are once they have
 * entered.
 */
export function seekToWord(editor: OpenEditor, wordId: string): void {
  const find = (doc: CaptionDocument) => doc.words[wordIndex(doc, wordId)]
  const word = find(editor.store.getState().doc)
  if (word === undefined) return
  editor.player.seekInto(word)
  restAt(editor, (doc) => {
    const now = find(doc)
    return now && restTime(doc, now)
  })
}

/** Seeks to the first frame of a caption. A paused video draws it with all its words. */
export function seekToCue(editor: OpenEditor, cueId: string): void {
  const find = (doc: CaptionDocument) => cuesOf(doc)[cueIndex(doc, cueId)]
  const { doc: start } = editor.store.getState()
  const cue = find(start)
  if (cue === undefined) return
  editor.player.seekInto(cueSpan(start, cue))
  restAt(editor, (doc) => {
    const now = find(doc)
    return now && cueRestTime(doc, now)
  })
}

/** Shows a word while the video is paused; during playback it does nothing. */
export function showWord(editor: OpenEditor, wordId: string): void {
  if (!editor.player.isPlaying()) seekToWord(editor, wordId)
}

/** Draws the captions of a time that edits may move; those of the playhead once there is none. */
function restAt({ store, player }: OpenEditor, timeIn: (doc: CaptionDocument) => number | undefined): void {
  player.rest(() => timeIn(store.getState().doc) ?? player.nowMs())
}
