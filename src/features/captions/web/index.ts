export { Editor } from './editor.tsx'
export * as editorAreas from './frame/editor-areas.ts'
export { EditorBrand } from './store/editor-brand.ts'
export { openPlayer } from './playback/open-player.ts'
export type { Player, PlayerClock } from './playback/player.ts'
export { beginReading, readDocumentAt } from './store/read-document.ts'
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
export { initialPane, STORED_PANE } from './timeline/use-timeline-pane.ts'
export { usePlaying } from './playback/use-playing.ts'
