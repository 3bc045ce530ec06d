import { MessageSquareText, VolumeX } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { LayoutBoundary } from '#ui/layout-boundary.tsx'
import { AddLine } from './add-line.tsx'
import { CENSORED_ID, COMMENTED_ID, HIDDEN_ID, SUGGESTED_EMOJI_ID, SUGGESTED_ID, UNSURE_ID } from './cue-row.tsx'
import { useEditor, useMayEdit } from '../store/editor-context.ts'
import { FindBar } from './find-bar.tsx'
import { SuggestionBar } from './keyword-suggestions.tsx'
import { SetAsideBar } from '../set-aside/set-aside-bar.tsx'
import { SUGGESTED_EDIT_ID } from '../suggestions/mark-class.ts'
import type { TimelineSource } from '../timeline/timeline-media.ts'
import { Transcript } from './transcript.tsx'
import { WordBar } from './word-bar.tsx'
import { WordTiming } from '../times/word-timing.tsx'

/**
 * The transcript with its tools: find and replace above, the selected word's time and a new caption below.
 * @param props.roomy true if there is room to keep the word's time open
 * @param props.video for its waveform, and whether it has sound
 */
export function TranscriptPanel({ roomy, video }: { roomy: boolean; video: TimelineSource | undefined }) {
  const peaks = video?.assets.peaks ?? null
  const isSilent = video?.probe?.audio === null
  const empty = useEditor(({ doc }) => doc.words.length === 0)
  const mayEdit = useMayEdit()
  return (
    <div className="flex h-full min-h-0 flex-col [container:transcript/size]">
      {mayEdit && (
        <div className="border-b border-border px-2 py-1.5 group-data-keyboard/editor:hidden">
          <WordBar peaks={peaks} />
        </div>
      )}
      {mayEdit && <SuggestionBar />}
      {mayEdit && <SetAsideBar />}
      <FindBar />
      <LayoutBoundary className="min-h-24! grow">
        <div data-scrolls className="h-full overflow-y-auto overscroll-contain p-2 group-data-keyboard/editor:py-0">
          {empty ? (
            <NoWords isSilent={isSilent} mayEdit={mayEdit} />
          ) : (
            <>
              <span id={UNSURE_ID} hidden>
                The recogniser was not sure of this word
              </span>
              <span id={HIDDEN_ID} hidden>
                Hidden: spoken, but not shown
              </span>
              <span id={SUGGESTED_ID} hidden>
                Possible keyword: press Enter to accept it
              </span>
              <span id={SUGGESTED_EMOJI_ID} hidden>
                Possible emoji: press Enter to accept it
              </span>
              <span id={CENSORED_ID} hidden>
                Censored
              </span>
              <span id={COMMENTED_ID} hidden>
                This word has a comment
              </span>
              <span id={SUGGESTED_EDIT_ID} hidden>
                This word has a suggested edit
              </span>
              <Transcript />
            </>
          )}
        </div>
      </LayoutBoundary>
      {!empty && mayEdit && (
        // Above an open timeline there is less room: the times scroll, and the words and the new line stay visible.
        <div className="min-h-0 overflow-y-auto border-t border-border group-data-keyboard/editor:hidden">
          <WordTiming open={roomy} />
        </div>
      )}
      {mayEdit && (
        <div className="shrink-0 group-data-keyboard/editor:hidden">
          <AddLine />
        </div>
      )}
      {mayEdit && <WordEmoji />}
      {mayEdit && <WordSpeakers />}
    </div>
  )
}

/** The transcript before its first word. */
function NoWords({ isSilent, mayEdit }: { isSilent: boolean; mayEdit: boolean }) {
  return (
    <EmptyState
      picture={isSilent ? <VolumeX /> : <MessageSquareText />}
      title={isSilent ? 'This video has no sound' : 'No words yet'}
    >
      {isSilent && mayEdit && 'There is nothing to transcribe, so its captions start empty. '}
      {mayEdit
        ? 'Move the playhead to where a caption should appear, type it below and press Enter.'
        : 'Nobody has typed a caption yet.'}
    </EmptyState>
  )
}

/** Loaded when it is first opened. */
const EmojiPanel = lazy(async () => ({ default: (await import('../emoji/emoji-panel.tsx')).EmojiPanel }))

function WordEmoji() {
  const wordId = useEditor(({ emojiOf }) => emojiOf)
  return <Suspense>{wordId !== null && <EmojiPanel key={wordId} wordId={wordId} />}</Suspense>
}

/** Loaded when it is first opened. */
const SpeakerPanel = lazy(async () => ({ default: (await import('../speakers/speaker-panel.tsx')).SpeakerPanel }))

function WordSpeakers() {
  const wordId = useEditor(({ speakersOf }) => speakersOf)
  return <Suspense>{wordId !== null && <SpeakerPanel key={wordId} wordId={wordId} />}</Suspense>
}
