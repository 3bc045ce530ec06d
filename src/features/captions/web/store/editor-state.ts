import type { LookPatch } from '#features/templates/model/index.ts'
import type { AppError } from '#platform/shared/errors.ts'
import type { Author, CaptionDocument, Command, KeywordReason, Person } from '../../model/index.ts'
import type { ContrastCheck } from '../contrast/check-contrast.ts'
import type { FindState } from './find-state.ts'
import type { History } from './history.ts'
import type { SaveState } from './outbox.ts'
import type { OpenedDocument } from './read-document.ts'
import type { Conflict, Replica } from './replica.ts'
import type { Restyled } from './restyled.ts'
import type { Selection } from './selection.ts'
import type { Access, CommentDraft, CommentedWords, ReplyDrafts } from '../slots.ts'
import type { PlaceDraft } from './place-draft.ts'
import type { StyleDraft, StyleScope } from './style-scope.ts'
import type { SuggestState } from './suggestions/suggest-state.ts'

/** The edited word; `insert` adds new words after it. */
export type InlineEdit = { readonly wordId: string; readonly mode: 'replace' | 'insert' }

/** A suggestion for a word: the reason why it is a keyword, or an emoji. */
export type Suggestion = KeywordReason | { readonly emoji: string }

/** Suggestions by word id, all of one kind. */
export type Suggestions = ReadonlyMap<string, Suggestion>

/** The state of an open editor. */
export type EditorState = Replica &
  History & {
    /** The person's access; viewers and reviewers change nothing. */
    readonly access: Access
    /** True for an operator who views the pages of another user: they change nothing, comments included. */
    readonly isViewing: boolean
    /** The access that the owner has given the person since the editor opened; null for none, or once they have seen it. */
    readonly givenAccess: Access | null
    /** True while only the first captions are loaded, which cannot be edited yet. */
    readonly isOpening: boolean
    /** The other people who have the project open. */
    readonly people: readonly Person[]
    /** True if too many of this person's tabs receive live updates, so that this one does not. */
    readonly isCrowded: boolean
    /** A style that is still being dragged: shown, but not yet an edit. */
    readonly draft: StyleDraft | null
    /** A place that is still being dragged: shown, but not yet an edit. */
    readonly draftPlace: PlaceDraft | null
    readonly selection: Selection
    /** Shown as ghosts to accept; null for none. */
    readonly suggestions: Suggestions | null
    /** True while a tap extends the selection, for touch. */
    readonly isSelecting: boolean
    /** What the Style panel changes, and the number of requests to show it. */
    readonly styling: { readonly scope: StyleScope; readonly asked: number }
    /** The last undo or redo, for screen readers; empty before the first. */
    readonly announcement: string
    readonly typing: InlineEdit | null
    /** The word whose emoji are shown; null for none. */
    readonly emojiOf: string | null
    /** The word that the speakers are open for; null for none. */
    readonly speakersOf: string | null
    /** The word that the glossary is open for; null for none. */
    readonly glossaryOf: string | null
    readonly find: FindState
    readonly save: SaveState
    /** The reason when `save` is `refused` or `unavailable`. */
    readonly refusal: AppError | null
    readonly comments: CommentsState
    /** Captions that run into the shown safe zone; null while no zone is shown. */
    readonly covered: CoveredCaptions | null
    /** The contrast of captions with the picture behind them; null until some are measured. */
    readonly contrast: ContrastCheck | null
    /** Whether the contrast of captions far from the playhead is wanted too, which loads the pictures of the whole video. */
    readonly isContrastWhole: boolean
    /** Suggested edits. */
    readonly suggest: SuggestState
    /** Author of the newest edit by somebody else. */
    readonly lastBy: Author | null
    /** Looks that somebody else has changed; null for none, or once the person has seen it. */
    readonly restyled: Restyled | null
  }

/** Captions that run into a safe zone. */
export type CoveredCaptions = {
  /** What they run into: “Runs into the controls of TikTok”. */
  readonly label: string
  readonly cueIds: ReadonlySet<string>
  /** Moves a caption to the nearest free place. */
  free(cueId: string): void
}

/** Comments on the captions, which another feature shows. */
export type CommentsState = {
  /** Increases when comments may have changed; 0 until the editor is connected. */
  readonly version: number
  /** Counts requests to see the comments, and to comment on the selection. */
  readonly asked: number
  /** The last request to comment that the panel has served. */
  readonly answered: number
  readonly draft: CommentDraft | null
  readonly replies: ReplyDrafts
  readonly words: CommentedWords
}

/** All captions, and the open conflicts. */
export type OpenedCaptions = OpenedDocument & {
  readonly conflicts: readonly Conflict[]
}

/** The actions that change the captions. */
export type EditActions = {
  /** Applies commands as one step of the history. @returns false when they do not fit */
  edit(commands: Command[]): boolean
  undo(): void
  redo(): void
  /** Adds a change to the dragged style of the chosen scope. */
  drag(change: LookPatch): void
  /** Turns the dragged style and place into an edit. */
  drop(): void
}

/** The actions that change only what this editor shows. */
export type ViewActions = {
  select(selection: Selection): void
  /** Shows suggestions; null removes them. */
  suggest(suggestions: Suggestions | null): void
  /** Starts or stops extending the selection by taps. */
  setSelecting(isSelecting: boolean): void
  /** Sets what the Style panel changes. */
  setStyleScope(scope: StyleScope): void
  /** Shows the Style panel for a scope. */
  openStyle(scope: StyleScope): void
  type(typing: InlineEdit | null): void
  /** Shows the emoji of a word; null hides them. */
  openEmoji(wordId: string | null): void
  /** Shows the speakers, to choose one for the selected words; null hides them. */
  openSpeakers(wordId: string | null): void
  /** Opens the glossary for a word; null closes it. */
  openGlossary(wordId: string | null): void
  /** Shows captions at a place, without an edit yet. */
  dragPlace(draft: PlaceDraft): void
  /** Forgets the dragged style and place. */
  cancelDrag(): void
  setFind(find: Partial<Omit<FindState, 'asked'>>): void
  /** Shows and focuses the find bar. */
  openFind(): void
  /** Keeps the looks that somebody else has changed. */
  keepRestyling(): void
  setComments(comments: Partial<CommentsState>): void
  setCovered(covered: CoveredCaptions | null): void
  setContrast(contrast: ContrastCheck | null): void
  /** Sets whether captions far from the playhead are measured too. */
  measureWhole(isContrastWhole: boolean): void
  /** Shows the comments, and focuses the field for one on the selection. */
  askForComments(): void
}

/** The actions of an editor. They show refusals of the model instead of throwing them. */
export type EditorActions = EditActions &
  ViewActions & {
    /** Adds a conflict for an edit that started before somebody else changed the same word. */
    dispute(commands: Command[], o: { wordId: string; after: readonly string[]; was: string; mine: string }): void
    /** Resolves a conflict: reapplies the edit to the current captions, or discards it. */
    resolve(id: string, keep: 'mine' | 'theirs'): void
    /** Makes edits suggestions, or edits of the captions again. */
    setSuggesting(isSuggesting: boolean): Promise<void>
    /** Withdraws the person's own suggestions. */
    withdraw(ids: readonly string[]): void
    /** Accepts or declines suggestions. @throws AppError as refused by the server */
    decideSuggestions(
      ids: readonly string[],
      decision: 'accept' | 'decline',
    ): Promise<{ accepted: string[]; unfit: string[] }>
    /** Reads everybody's suggestions. */
    refreshSuggestions(): Promise<void>
    /** Shows the suggestions. */
    askForSuggestions(): void
    /** Resolves when all edits are saved. @throws AppError when they cannot be */
    flush(): Promise<void>
    /** Sets the facts of the video again, once they are measured. That is no edit. */
    measure(media: CaptionDocument['media']): void
    /** Replaces the first captions by all captions. */
    finishOpening(opened: OpenedCaptions): void
    /** Follows others' edits and presence until the returned function is called. */
    follow(): () => void
    /** Applies a change of the person's access, which the page then explains; null once they have seen it. */
    noteAccess(access: Access | null): void
    isUnsafe(): boolean
    dispose(): void
  }
