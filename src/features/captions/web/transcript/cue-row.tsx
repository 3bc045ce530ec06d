import { Image } from 'lucide-react'
import { Fragment, memo, type ReactNode } from 'react'
import { isUncertain } from '#features/transcription/model/index.ts'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { classNames } from '#ui/class-names.ts'
import type { Speaker, TimedCue, Word } from '../../model/index.ts'
import { ContrastBadge } from './contrast-badge.tsx'
import { CoveredBadge } from './covered-badge.tsx'
import type { Suggestion, Suggestions } from '../store/editor-state.ts'
import { emojiOfWord } from '../emoji/word-emoji.ts'
import { REASON_TEXTS } from './keyword-suggestions.tsx'
import { SpeakerMark } from '../speakers/speaker-mark.tsx'
import { MARK_CLASS, SUGGESTED_EDIT_ID } from '../suggestions/mark-class.ts'
import { RemovedText } from '../suggestions/removed-text.tsx'
import type { WordMark } from '../store/suggestions/word-marks.ts'
import { TypedWord } from './typed-word.tsx'

/** Ids of the descriptions of uncertain and of commented words for screen readers. */
export const UNSURE_ID = 'unsure-word'
export const COMMENTED_ID = 'commented-word'

/** The transcript's state for one row; mostly null or empty. */
export type RowProps = {
  readonly row: TimedCue
  /** Its index in the list, and the length of the list; null if all rows are rendered. */
  readonly place: number | null
  readonly count: number | null
  /** The word of this row in the tab order. */
  readonly tabId: string | null
  /** The selected words, from index `selectedFrom` to `selectedTo`; -1 for none. */
  readonly selectedFrom: number
  readonly selectedTo: number
  /** Words with open comments. */
  readonly commented: ReadonlySet<string> | null
  /** Words with suggested edits. */
  readonly marks: ReadonlyMap<string, WordMark> | null
  /** Words found by the find bar; the current match is marked. */
  readonly found: ReadonlyMap<string, 'match' | 'current'> | null
  /** Suggested keywords. */
  readonly suggestions: Suggestions | null
  /** The speakers of the video; null for none. */
  readonly speakers: readonly Speaker[] | null
  /** Who speaks the word before this row. */
  readonly speakerBefore: string | undefined
  /** What the caption runs into on the picture; null for nothing. */
  readonly coveredBy: string | null
  /** Its contrast with the picture behind it if that is too low; else null. */
  readonly lowContrast: number | null
  readonly typing: { readonly wordId: string; readonly mode: 'replace' | 'insert' } | null
}

/** One caption of the transcript: its time and its words as buttons; the edited word is a field. */
export const CueRow = memo(function CueRow(props: RowProps) {
  const { row, place, count, tabId, selectedFrom, selectedTo, typing } = props
  const { found, commented, marks, suggestions, speakers, speakerBefore, coveredBy, lowContrast } = props
  return (
    <li
      data-cue={row.cue.id}
      data-row={place ?? undefined}
      aria-posinset={place === null ? undefined : place + 1}
      aria-setsize={count ?? undefined}
      className="flex gap-3 rounded-md px-2 py-1 [contain:content] hover:bg-hover/50"
    >
      <button
        type="button"
        tabIndex={-1}
        data-seek
        aria-label={`Go to ${formatMediaTime(row.t0, 1)}`}
        title="Go here; double-click to select the caption"
        className="tabular h-7 w-11 shrink-0 self-start text-left text-xs text-faint transition-colors hover:text-text"
      >
        {formatMediaTime(row.t0, 1)}
      </button>
      <p className="min-w-0 grow text-base leading-7">
        {row.words.map((word, at) => (
          <Fragment key={word.id}>
            {row.cue.breaks.includes(word.id) && (
              <span aria-hidden="true" className="mx-0.5 text-border-strong select-none">
                ↵
              </span>
            )}
            {word.join === 'space' && ' '}
            {word.speaker !== (at === 0 ? speakerBefore : row.words[at - 1]?.speaker) && (
              <SpeakerMark speaker={speakers?.find(({ id }) => id === word.speaker)} />
            )}
            <RemovedText text={marks?.get(word.id)?.was} />
            {typing?.wordId === word.id && typing.mode === 'replace' ? (
              <TypedWord word={word} mode="replace" />
            ) : (
              <WordButton
                word={word}
                isTab={tabId === word.id}
                isSelected={at >= selectedFrom && at <= selectedTo}
                found={found?.get(word.id)}
                suggested={suggestions?.get(word.id)}
                isCommented={commented?.has(word.id) ?? false}
                mark={marks?.get(word.id)?.kind}
              />
            )}
            {typing?.wordId === word.id && typing.mode === 'insert' && <TypedWord word={word} mode="insert" />}
            <RemovedText text={marks?.get(word.id)?.wasAfter} />
          </Fragment>
        ))}
      </p>
      {lowContrast !== null && <ContrastBadge wordId={row.words[0]?.id} ratio={lowContrast} />}
      {coveredBy !== null && <CoveredBadge cueId={row.cue.id} label={coveredBy} />}
    </li>
  )
})

/** A found word keeps its style on hover and as a keyword: its letters are only readable on this background. */
const FOUND = { match: 'bg-warning/25', current: 'bg-warning text-bg' }

type WordButtonProps = {
  readonly word: Word
  readonly isTab: boolean
  readonly isSelected: boolean
  readonly found: 'match' | 'current' | undefined
  readonly suggested: Suggestion | undefined
  readonly isCommented: boolean
  readonly mark: WordMark['kind'] | undefined
}

/** Ids of the descriptions of hidden, censored and suggested words for screen readers. */
export const HIDDEN_ID = 'hidden-word'
export const CENSORED_ID = 'censored-word'
export const SUGGESTED_ID = 'suggested-word'
export const SUGGESTED_EMOJI_ID = 'suggested-emoji'

/**
 * The transcript handles clicks and keys. `data-current` is set while the word is spoken, without React. A selected word
 * is underlined by a bar, a spoken one is a pill, and one that is both is a pill over a bar, so that they differ without
 * colour. There is no transition: every frame of one lays out and paints the page again, which delays the next key.
 */
function WordButton({ word, isTab, isSelected, found, suggested, isCommented, mark }: WordButtonProps) {
  const isDoubtful = isUncertain(word.conf) && word.text === word.raw
  const isKeyword = word.tags.includes('keyword')
  const ghost = typeof suggested === 'object' && word.decor === undefined ? suggested.emoji : undefined
  const reason = typeof suggested === 'string' && !isKeyword ? suggested : undefined
  const described = [
    isDoubtful && UNSURE_ID,
    word.hidden && HIDDEN_ID,
    word.censored && CENSORED_ID,
    reason && SUGGESTED_ID,
    ghost && SUGGESTED_EMOJI_ID,
    isCommented && COMMENTED_ID,
    mark !== undefined && mark !== 'beside' && SUGGESTED_EDIT_ID,
  ].filter(Boolean)
  return (
    <button
      type="button"
      data-word={word.id}
      tabIndex={isTab ? 0 : -1}
      aria-pressed={isSelected}
      title={reason ? `Possible keyword: ${REASON_TEXTS[reason]}` : ghost && `Possible emoji: ${ghost}`}
      data-commented={isCommented || undefined}
      data-suggested={mark}
      aria-describedby={described.length > 0 ? described.join(' ') : undefined}
      className={classNames(
        'rounded-sm px-0.5 text-left break-all outline-offset-0 aria-pressed:rounded-none aria-pressed:bg-accent-soft aria-pressed:text-text aria-pressed:shadow-[inset_0_-2px_0_var(--tone-accent)]',
        'data-current:rounded-full data-current:bg-accent data-current:text-on-accent data-current:no-underline',
        'data-current:aria-pressed:shadow-[0_2px_0_var(--tone-surface),0_4px_0_var(--tone-accent)]',
        isDoubtful && 'underline decoration-warning decoration-wavy decoration-1 underline-offset-4',
        word.hidden && 'text-muted italic line-through decoration-1',
        word.censored && 'outline-1 outline-border-strong outline-dashed',
        (reason || ghost) && 'outline-1 outline-accent outline-dashed',
        reason && 'after:ml-0.5 after:text-accent-text after:content-["+"]',
        isKeyword && 'font-semibold',
        mark !== undefined && MARK_CLASS[mark],
        found === undefined
          ? classNames('hover:bg-hover', isKeyword && !word.hidden && 'text-accent-text')
          : FOUND[found],
      )}
    >
      {word.text}
      {word.decor !== undefined && <Emoji>{emojiOfWord(word).map(({ emoji }) => emoji)}</Emoji>}
      {word.decor?.some(({ kind }) => kind === 'image') && (
        <Image aria-hidden="true" className="ml-0.5 inline-block size-3.5 text-muted" />
      )}
      {ghost !== undefined && <Emoji isGhost>{ghost}</Emoji>}
    </button>
  )
}

/** Emoji after a word; one that is only suggested is pale. */
function Emoji({ children, isGhost = false }: { children: ReactNode; isGhost?: boolean }) {
  return (
    <span aria-hidden="true" className={classNames('ml-0.5 inline-block', isGhost && 'opacity-50 grayscale-50')}>
      {children}
    </span>
  )
}
