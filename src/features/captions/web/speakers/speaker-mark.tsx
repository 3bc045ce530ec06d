import type { Speaker } from '../../model/index.ts'

/** The colour of a speaker, with an edge that shows on light and dark pages. */
export function SpeakerDot({ color }: { color: string }) {
  return (
    <span
      aria-hidden="true"
      style={{ background: color }}
      className="inline-block size-2.5 shrink-0 rounded-full outline-1 outline-border-strong"
    />
  )
}

/** Who speaks from a word on, before that word in the transcript. */
export function SpeakerMark({ speaker }: { speaker: Speaker | undefined }) {
  return (
    <span className="mr-1 inline-flex max-w-40 items-center gap-1 align-baseline text-xs font-medium text-muted select-none">
      {speaker !== undefined && <SpeakerDot color={speaker.color} />}
      <span className="truncate">{speaker === undefined ? 'No speaker' : speaker.name}</span>
    </span>
  )
}
