export { Editor } from './editor.tsx'
export { EditorBrand } from './store/editor-brand.ts'
export { openPlayer } from './playback/open-player.ts'
export type { Player, PlayerClock } from './playback/player.ts'
export { readDocumentAt } from './store/read-document.ts'
export type {
  CommentDraft,
  CommentMarksSlot,
  CommentsSlot,
  EditorProps,
  EditorSlots,
  ExportPanelSlot,
  PreviewSlot,
  TemplatePickerSlot,
  WordsToComment,
} from './slots.ts'
export { LibrarySearch } from './search/library-search.tsx'
export { usePlaying } from './playback/use-playing.ts'
