import { formatNumber, pluralize } from '#platform/shared/format/numbers.ts'
import { formatMediaTime } from '#platform/shared/format/durations.ts'
import { useIsSelling } from '#platform/web/use-site.ts'
import { FileButton } from '#ui/file-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import type { CaptionFile } from '../model/subtitles.ts'
import { ENCODINGS, type Encoding } from './text-encoding.ts'
import type { ChosenFile, useCaptionFile } from './use-caption-file.ts'

/** Captions of the file that are shown before anything starts. */
const SHOWN_CAPTIONS = 3
/** Skipped or changed places that are listed. */
const SHOWN_ISSUES = 5

/** Whether captions keep the times of their file or are aligned to the sound. */
export type OwnTimes = 'keep' | 'align'

type Props = {
  file: ReturnType<typeof useCaptionFile>
  times: OwnTimes
  onTimes: (times: OwnTimes) => void
  /** Price of aligning, in credits. */
  price: number
}

/** The choice of a caption file, what is in it, its encoding, and whose times its words get. */
export function CaptionFileFields({ file: { chosen, choose, changeEncoding }, times, onTimes, price }: Props) {
  const sells = useIsSelling()
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <FileButton
          accept=".srt,.vtt,.json,.json3,.txt,text/vtt,application/x-subrip,application/json"
          onFiles={(files) => void choose(files)}
        >
          {chosen ? 'Choose another file' : 'Choose an SRT, VTT or JSON file'}
        </FileButton>
        <p className={chosen ? 'min-w-0 truncate text-sm text-muted' : 'min-w-0 text-sm text-muted'}>
          {chosen?.name ?? 'Its words stay unchanged. JSON of Whisper, Remotion or YouTube is read too.'}
        </p>
      </div>
      {chosen && <Contents chosen={chosen} onEncoding={(encoding) => void changeEncoding(encoding)} />}
      {chosen?.refusal === undefined && (
        <div className="grid gap-2">
          <Segmented
            stacksOnPhone
            showLabel
            label="Times of the words"
            options={[
              { value: 'keep', label: `Keep those of the file${sells ? ' · free' : ''}` },
              {
                value: 'align',
                label: `Time each word to the sound${sells ? ` · ${pluralize(price, 'credit')}` : ''}`,
              },
            ]}
            value={times}
            onChange={onTimes}
          />
          <p className="text-sm text-muted">{adviceOn(times, chosen?.captions)}</p>
        </div>
      )}
    </div>
  )
}

function adviceOn(times: OwnTimes, captions: CaptionFile | undefined): string {
  if (times === 'align') return 'We listen to the video and find the moment of each word.'
  if (captions === undefined) return 'Each caption shows when the file says.'
  return captions.cues.some(({ stamps }) => stamps !== undefined)
    ? 'The file has a time for each word.'
    : 'The file has a time for each caption, and its words share it. Time them to the sound if each should light up as it is said.'
}

function Contents({ chosen, onEncoding }: { chosen: ChosenFile; onEncoding: (encoding: Encoding) => void }) {
  const { captions, refusal, encoding, detected } = chosen
  return (
    <div className="grid gap-4 rounded-lg border border-border p-4">
      {refusal !== undefined && <Notice tone="error">{refusal}</Notice>}
      {captions === undefined && refusal === undefined && (
        <p className="text-sm text-muted">A caption download: its styles, places and tags come back too.</p>
      )}
      {captions && <FirstCaptions captions={captions} />}
      <div className="max-w-72">
        <Select
          label="Text encoding"
          hint={encoding === detected.encoding ? HINTS[detected.confidence] : 'Chosen by you.'}
          value={encoding}
          options={ENCODINGS.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={onEncoding}
        />
      </div>
      {captions && captions.issues.length > 0 && <Issues captions={captions} />}
    </div>
  )
}

const HINTS = {
  certain: 'Detected.',
  likely: 'Detected. Change it if letters look wrong.',
  guess: 'A guess. Change it if letters look wrong.',
} as const

function FirstCaptions({ captions: { format, cues } }: { captions: CaptionFile }) {
  const what = isText(format) ? 'caption' : 'passage'
  return (
    <section aria-label="First captions of the file" className="grid gap-2">
      <p className="tabular text-sm text-muted">
        {format}, {pluralize(cues.length, what)}. It begins:
      </p>
      <ol className="grid gap-1.5">
        {cues.slice(0, SHOWN_CAPTIONS).map(({ startMs, text }) => (
          <li key={`${startMs} ${text}`} className="flex min-w-0 gap-3 text-sm">
            <span className="tabular shrink-0 text-faint">{formatMediaTime(startMs)}</span>
            <span dir="auto" className="line-clamp-2 min-w-0 break-words">
              {text.replaceAll('\n', ' ')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Passages of JSON have no lines that a person would count. */
function isText(format: string): boolean {
  return format === 'SRT' || format === 'WebVTT'
}

function Issues({ captions: { format, issues } }: { captions: CaptionFile }) {
  const more = issues.length - SHOWN_ISSUES
  return (
    <Notice tone="warning" title={`Skipped or changed: ${pluralize(issues.length, 'place')}`}>
      <ul className="grid gap-0.5">
        {issues.slice(0, SHOWN_ISSUES).map(({ line, reason }) => (
          <li key={`${line} ${reason}`} className="tabular">
            {isText(format) ? 'Line' : 'Entry'} {formatNumber(line)} {reason}.
          </li>
        ))}
        {more > 0 && <li>And {formatNumber(more)} more.</li>}
      </ul>
    </Notice>
  )
}
