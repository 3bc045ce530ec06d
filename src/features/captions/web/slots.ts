import type { ReactNode } from 'react'
import type { Access } from '#features/collaboration/model/index.ts'
import type { FontFamily, SavedLook } from '#features/templates/model/index.ts'
import type { CaptionDocument, PictureLayout, TemplateRef } from '../model/index.ts'
import type { OpeningApi } from './store/captions-api.ts'
import type { PlayerClock } from './playback/player.ts'
import type { TimelineSource } from './timeline/timeline-media.ts'
import type { SuggestionsApi } from './store/suggestions/suggestions-api.ts'
import type { VersionsApi } from './store/versions-api.ts'

export type { Access }

/** Props of the live captions over the video. */
export type PreviewSlot = {
  /** The current captions, with unsaved changes. */
  readonly document: CaptionDocument
  /** Reports the media time of each frame. */
  readonly clock: PlayerClock
  /** While a style is tried: the time around which captions show it, ms of media time. Default: all of them do. */
  readonly nearMs: number | undefined
  /** Receives where the captions stand, whenever they are laid out again. */
  onLayout?(layout: PictureLayout): void
}

/** Props of the template picker. */
export type TemplatePickerSlot = {
  readonly document: CaptionDocument
  readonly value: TemplateRef
  onChange(template: TemplateRef): void
  /** Gives all captions a saved look. */
  onLook(look: SavedLook): void
}

/** Props of the name of a type family, drawn in its own letters. */
export type FontNameSlot = { readonly family: FontFamily }

/** Props of the export panel. */
export type ExportPanelSlot = {
  readonly projectId: string
  /** Resolves when all edits are saved, so that an export contains them. @throws AppError when they cannot be */
  save(): Promise<void>
  /** False for viewers and reviewers, who can only download. */
  readonly mayExport: boolean
}

/** The words that a person comments on, and their text. */
export type WordsToComment = { readonly firstWordId: string; readonly lastWordId: string; readonly quote: string }

/** A new comment that is being written, and the words on which it was begun. */
export type CommentDraft = { readonly text: string; readonly words: WordsToComment }

/** Replies that are being written, by the id of their thread. */
export type ReplyDrafts = ReadonlyMap<string, string>

/** Props of the comments panel. */
export type CommentsSlot = {
  readonly projectId: string
  readonly document: CaptionDocument
  readonly access: Access
  /** False for an operator who views the pages of another user, and only reads their comments. */
  readonly mayWrite: boolean
  /** The new comment that is being written; null for none. */
  readonly draft: CommentDraft | null
  /** Receives the new comment whenever it changes; null once it is empty, sent or discarded. */
  onDraft(draft: CommentDraft | null): void
  readonly replies: ReplyDrafts
  /** Receives a reply that is being written, whenever it changes; empty once it is sent or given up. */
  onReply(threadId: string, text: string): void
  /** The selected words; null for none. */
  readonly selected: WordsToComment | null
  /** True after a request to comment on the selection, until the panel has focused its text field. */
  readonly wantsFocus: boolean
  onFocused(): void
  /** Resolves when all edits are saved, so that the server knows the words. @throws AppError when they cannot be */
  save(): Promise<void>
  /** Selects words and seeks to them. */
  show(firstWordId: string, lastWordId: string): void
}

/** Words with open comments, and the number of those comments. */
export type CommentedWords = { readonly open: number; readonly wordIds: ReadonlySet<string> }

/** Props of the component that marks commented words, also while the panel is closed. */
export type CommentMarksSlot = {
  readonly projectId: string
  readonly document: CaptionDocument
  /** Changes when comments may have changed; 0 until the editor is connected. */
  readonly version: number
  /** True if this editor gets no live updates. */
  readonly isCrowded: boolean
  /** Receives the words; the same object while they are unchanged. */
  onChange(words: CommentedWords): void
  /** Shows the panel. */
  onOpen(): void
}

/** The parts of the editor from other features, which the page composes. */
export type EditorSlots = {
  /** Receives the first captions before the editor renders: what draws them can load its files meanwhile. */
  onFirstCaptions?(document: CaptionDocument): void
  preview(slot: PreviewSlot): ReactNode
  templatePicker(slot: TemplatePickerSlot): ReactNode
  fontName(slot: FontNameSlot): ReactNode
  exportPanel(slot: ExportPanelSlot): ReactNode
  comments(slot: CommentsSlot): ReactNode
  commentMarks(slot: CommentMarksSlot): ReactNode
}

/** The tour of the editor. */
export type TourSlot = {
  /** True until the person has seen it. */
  readonly isDue: boolean
  /** It is on screen. */
  onShown(): void
}

/** A look that was chosen before the captions existed. */
export type FirstLook = {
  readonly look: SavedLook
  /** It is used, or the captions already have a look of their own. */
  onUsed(): void
}

/** Props of `Editor`. */
export type EditorProps = EditorSlots & {
  readonly projectId: string
  /** Title at the top. */
  readonly title: string
  /** The name of the owner; null for the person's own video. Default: null. */
  readonly ownerName?: string | null
  /** Buttons beside the title, where there is room. Default: none. */
  readonly titleActions?: ReactNode
  /** The video to play, first the creator's own file and later the preview, and its poster; null until they exist. */
  readonly source: string | null
  readonly poster: string | null
  /** Why there is no video to play, and when there will be. Default: the preview is not ready. */
  readonly noVideo?: string | undefined
  /** In the bar: what still happens to the video. Default: nothing. */
  readonly videoStatus?: ReactNode
  /** Under the bar: what is wrong with the video. Default: nothing. */
  readonly videoNotice?: ReactNode
  /** The video for the waveform and the pictures of the timeline. Default: none. */
  readonly timeline?: TimelineSource
  /** Where to open the captions, ms of media time. Default: on the first caption. */
  readonly startMs?: number | undefined
  /** The look chosen for captions that start empty. Default: none. */
  readonly firstLook?: FirstLook | undefined
  /** The tour on the first visit. Default: none. */
  readonly tour?: TourSlot
  /** Called once the first captions are painted. The returned function is called when the editor closes. */
  onDrawn?(): () => void
  /** The captions could not be opened. */
  onFailed?(): void
  /** Default: the API of the server. */
  readonly api?: OpeningApi & VersionsApi & SuggestionsApi
}
