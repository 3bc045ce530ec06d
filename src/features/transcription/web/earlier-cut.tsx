import { Clapperboard } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The choice of the earlier cut of a video, whose captions are carried over. */
export type EarlierCut = {
  /** Videos with captions, of the same account; undefined while they load. */
  readonly videos: readonly { readonly id: string; readonly title: string }[] | undefined
  /** Why they could not be loaded; null without a problem. */
  readonly problem: string | null
  /** The id of one of them; null for a video of its own. */
  readonly chosen: string | null
  choose(id: string | null): void
  /** Whether the choice is open; the videos are loaded once it is. */
  readonly isAsked: boolean
  ask(): void
}

const NONE = 'none'

/** The chosen one of the loaded videos. */
export function chosenCut({ videos, chosen }: EarlierCut) {
  return videos?.find(({ id }) => id === chosen)
}

/** Says what is carried over from the chosen cut, or offers to choose one. */
export function EarlierCutFields({ earlier }: { earlier: EarlierCut }) {
  const { videos, problem, choose } = earlier
  const found = chosenCut(earlier)
  if (found !== undefined) return <Chosen title={found.title} onEnd={() => choose(null)} />
  if (!earlier.isAsked) {
    return (
      <div>
        <Button
          size="sm"
          variant="ghost"
          icon={<Clapperboard aria-hidden="true" />}
          className="-ml-2.5"
          onClick={earlier.ask}
        >
          Use the captions of an earlier cut
        </Button>
      </div>
    )
  }
  if (problem !== null) return <Notice tone="error">{problem}</Notice>
  if (videos === undefined) return <Skeleton className="h-16 max-w-100" />
  if (videos.length === 0) return <p className="text-sm text-muted">None of your other videos has captions yet.</p>
  return (
    <div className="max-w-100">
      <Select
        label="Carry captions over from"
        value={NONE}
        options={[
          { value: NONE, label: 'No other video' },
          ...videos.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        onChange={(id) => choose(id === NONE ? null : id)}
      />
    </div>
  )
}

function Chosen({ title, onEnd }: { title: string; onEnd: () => void }) {
  return (
    <Notice
      tone="info"
      title={`New cut of “${title}”`}
      actions={<Button onClick={onEnd}>Make new captions instead</Button>}
    >
      Words that are still said keep their corrections, looks, emoji and comments. New parts are listened to, and words
      that are gone are set aside for you.
    </Notice>
  )
}
