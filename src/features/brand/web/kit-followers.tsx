import { pluralize } from '#platform/shared/format/numbers.ts'
import { Button } from '#ui/button.tsx'
import { Hint } from '#ui/hint.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import type { Followers, Restyle } from '../model/restyle.ts'
import { useFollowers } from './queries.ts'

type KitFollowersProps = {
  /** Whether a change of the kit is on its way. */
  readonly isSaving: boolean
  /** The video that shows them, which does not count. Default: none. */
  readonly projectId?: string
}

/** The videos that follow the kit: how many have an earlier look, and the restyling of them with its progress. */
export function KitFollowers({ isSaving, projectId }: KitFollowersProps) {
  const { followers, restyle, cancel, isStarting, isCancelling } = useFollowers(projectId ?? null)
  if (followers === undefined) return null
  const running = followers.restyle?.state === 'running' ? followers.restyle : null
  if (running !== null) return <Running restyle={running} isCancelling={isCancelling} onCancel={cancel} />
  const noun = projectId === undefined ? 'video' : 'other video'
  return (
    <div className="grid justify-items-start gap-3">
      <p role="status" className="text-sm text-muted empty:hidden">
        {followers.following > 0
          ? describeFollowers(followers, noun)
          : projectId === undefined &&
            'No video follows the kit yet. In the editor, switch it on under Style, Brand kit.'}
      </p>
      {followers.behind > 0 && (
        <>
          <Button size="sm" variant="primary" busy={isStarting} disabled={isSaving} onClick={restyle}>
            Restyle {pluralize(followers.behind, noun)}
          </Button>
          <Hint>
            What you changed in a video itself stays. Each video’s history can undo it, and exports that wait keep their
            look.
          </Hint>
        </>
      )}
    </div>
  )
}

type RunningProps = { readonly restyle: Restyle; readonly isCancelling: boolean; onCancel(): void }

function Running({ restyle: { total, restyled, skipped }, isCancelling, onCancel }: RunningProps) {
  const done = restyled + skipped
  return (
    <div className="grid gap-3">
      <ProgressBar
        label="Restyling your videos"
        value={done / Math.max(1, total)}
        detail={`${done} of ${pluralize(total, 'video')}`}
      />
      <Button size="sm" variant="ghost" className="justify-self-start" busy={isCancelling} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

function describeFollowers({ following, behind, restyle }: Followers, noun: string): string {
  const all = `${describeEnd(restyle)}${pluralize(following, noun)} ${verb(following)} the kit.`
  if (behind === 0) return all
  if (behind === following) return `${all} ${following === 1 ? 'It has' : 'All have'} an earlier look.`
  return `${all} ${behind} of them ${behind === 1 ? 'has' : 'have'} an earlier look.`
}

function verb(count: number): string {
  return count === 1 ? 'follows' : 'follow'
}

/** How the last restyling ended, as sentences with a space behind. */
function describeEnd(restyle: Restyle | null): string {
  if (restyle === null || restyle.state === 'running') return ''
  const { state, restyled, keptOwn, skipped } = restyle
  const outcome = { done: '', cancelled: 'Cancelled. ', failed: 'It stopped early. ' }[state]
  return [
    `${outcome}${pluralize(restyled, 'video')} restyled`,
    keptOwn > 0 ? `, ${keptOwn} with changes of ${keptOwn === 1 ? 'its' : 'their'} own` : '',
    skipped > 0 ? `, ${skipped} left out` : '',
    '. ',
  ].join('')
}
