import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/card.tsx'
import { SAMPLE_CLIPS, type SampleClip, sampleClipPath } from '../../model/sample-clips.ts'

/** Short captioned videos to share, exported on first request. */
export function SampleClips({ fileName }: { fileName: string }) {
  return (
    <ul className="grid grid-cols-2 gap-5 sm:grid-cols-3">
      {SAMPLE_CLIPS.map((clip) => (
        <Clip key={clip.id} clip={clip} fileName={fileName} />
      ))}
    </ul>
  )
}

function Clip({ clip, fileName }: { clip: SampleClip; fileName: string }) {
  const path = sampleClipPath(clip)
  if (!useIsMade(clip)) {
    return (
      <Card as="li" size="sm" className="grid aspect-9/16 place-items-center text-center text-sm text-muted">
        <p role="status">{clip.label} is being created. This takes a few seconds.</p>
      </Card>
    )
  }
  return (
    <li className="grid content-start gap-3">
      <video
        aria-label={`Sample clip: ${clip.label}`}
        src={`${path}#t=${SHOWN_S}`}
        controls
        loop
        muted
        playsInline
        preload="metadata"
        className="aspect-9/16 w-full rounded-lg border border-border bg-raised"
      />
      <a href={`${path}?download`} download={`${fileName}-${clip.id}.mp4`} className={buttonClass()}>
        <Download aria-hidden="true" className="size-4" />
        {clip.label}
      </a>
    </li>
  )
}

/** The position of a clip before it plays, in seconds: its first frames have no captions. */
const SHOWN_S = 1.2

/** The polling interval for a clip in progress, in milliseconds. */
const AGAIN_MS = 3_000
/** The status of a clip in progress. */
const ACCEPTED = 202

function useIsMade(clip: SampleClip): boolean {
  const { data } = useQuery({
    queryKey: ['sample-clip', clip.id],
    async queryFn({ signal }) {
      const { ok, status } = await fetch(sampleClipPath(clip), { headers: { range: 'bytes=0-0' }, signal })
      return ok && status !== ACCEPTED
    },
    refetchInterval: ({ state }) => (state.data === true ? false : AGAIN_MS),
    staleTime: Infinity,
  })
  return data === true
}
