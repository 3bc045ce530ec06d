import type { LookPatch } from '#features/templates/model/index.ts'
import type { AppError } from '#platform/shared/errors.ts'
import type { Author, CaptionDocument, Command, Person } from '../model/index.ts'
import type { FindState } from './find-state.ts'
import type { History } from './history.ts'
import type { SaveState } from './outbox.ts'
import type { Conflict, Replica } from './replica.ts'
import type { Selection } from './selection.ts'
import type { Access } from './slots.ts'

/** Which word is typed into; `insert` is a new one after it. */
export type Typing = { readonly wordId: string; readonly mode: 'replace' | 'insert' }

/** Everything about an open editor that its parts show. */
export type EditorState = Replica &
  History & {
    /** A viewer sees everything and changes nothing. */
    readonly access: Access
    /** Only the first captions are here yet: they are shown, and cannot be changed. */
    readonly isOpening: boolean
    /** Who else has the project open. */
    readonly people: readonly Person[]
    /** Too many of this person's tabs follow something live for this one to do so. */
    readonly isCrowded: boolean
    /** A style that is still being dragged: shown, not yet an edit. */
    readonly draft: LookPatch | null
    readonly selection: Selection
    /** The last undo or redo, for screen readers; empty before the first. */
    readonly announcement: string
    readonly typing: Typing | null
    readonly find: FindState
    readonly save: SaveState
    /** Why edits cannot be saved, when `save` is `refused` or `unavailable`. */
    readonly refusal: AppError | null
    /** Author of the newest edit by somebody else. */
    readonly lastBy: Author | null
  }

/** The captions in full, and the edits that wait for a decision. */
export type OpenedCaptions = {
  readonly document: CaptionDocument
  readonly access: Access
  readonly conflicts: readonly Conflict[]
}

/** What can be done in an editor. Refusals of the model are shown, not thrown. */
export type EditorActions = {
  /** Applies commands as one step of the history. @returns false when they do not fit */
  edit(commands: Command[]): boolean
  undo(): void
  redo(): void
  select(selection: Selection): void
  type(typing: Typing | null): void
  drag(draft: LookPatch): void
  /** Makes the dragged style an edit. */
  drop(): void
  setFind(find: Partial<Omit<FindState, 'asked'>>): void
  /** Shows the find bar, and puts the caret there. */
  openFind(): void
  /** An edit that was begun before somebody else changed the same word: the person decides. */
  dispute(commands: Command[], o: { wordId: string; after: readonly string[]; was: string; mine: string }): void
  /** Decides about a conflict: makes the edit on the captions as they are now, or gives it up. */
  resolve(id: string, keep: 'mine' | 'theirs'): void
  /** Ends when every edit is saved. @throws AppError when they cannot be */
  flush(): Promise<void>
  /** Takes the whole captions in place of the first ones. */
  finishOpening(opened: OpenedCaptions): void
  /** Follows others' edits and presence until the returned function is called. */
  follow(): () => void
  isUnsafe(): boolean
  dispose(): void
}
