import type { Project } from './contract.ts'
import { type Tag, tagKey } from './tag.ts'
import { stateOf, type VideoWork } from './video-state.ts'

/** The sort orders of a list of videos. */
export const VIDEO_ORDERS = ['newest', 'oldest', 'title', 'longest', 'largest'] as const
/** One of `VIDEO_ORDERS`. */
export type VideoOrder = (typeof VIDEO_ORDERS)[number]

/** What a list of videos can be narrowed to. */
export const VIDEO_FILTERS = ['all', 'ready', 'captioned', 'exported', 'shared'] as const
/** One of `VIDEO_FILTERS`. */
export type VideoFilter = (typeof VIDEO_FILTERS)[number]

/** How a list of videos is sorted and narrowed; `tag` is null for videos with and without tags. */
export type VideoArrangement = { readonly order: VideoOrder; readonly filter: VideoFilter; readonly tag: Tag | null }

/**
 * The videos that pass the filter and have the tag, in the given order.
 * @param videos newest first
 * @param workOf what was made of a video; undefined while that is not known
 */
export function arrangeVideos(
  videos: readonly Project[],
  { order, filter, tag }: VideoArrangement,
  workOf: (video: Project) => VideoWork | undefined,
): Project[] {
  const kept = videos.filter((video) => PASSES[filter](video, workOf(video)) && (tag === null || hasTag(video, tag)))
  return sorted(kept, order)
}

/** Whether a filter depends on what was made of the videos. */
export function needsWork(filter: VideoFilter): boolean {
  return filter === 'ready' || filter === 'captioned' || filter === 'exported'
}

/** The different tags of these videos, by name. */
export function tagsOfVideos(videos: readonly Pick<Project, 'tags'>[]): Tag[] {
  const byKey = new Map(videos.flatMap(({ tags }) => tags.map((tag) => [tagKey(tag), tag])))
  return [...byKey.values()].toSorted(COLLATOR.compare)
}

/** Whether a video has a tag, in any case. */
export function hasTag({ tags }: Pick<Project, 'tags'>, tag: Tag): boolean {
  return tags.some((other) => tagKey(other) === tagKey(tag))
}

const PASSES = {
  all: () => true,
  ready: (video, work) => ['ready', 'silent', 'captions-failed'].includes(stateOf(video, work).name),
  captioned: (_video, work) => work?.captions?.state === 'done' && !work.isExported,
  exported: (_video, work) => work?.isExported === true,
  shared: ({ access }) => access !== 'owner',
} satisfies Record<VideoFilter, (video: Project, work: VideoWork | undefined) => boolean>

const COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Sorting keeps equal videos as they are: newest first. */
function sorted(videos: readonly Project[], order: VideoOrder): Project[] {
  switch (order) {
    case 'newest':
      return [...videos]
    case 'oldest':
      return videos.toReversed()
    case 'title':
      return videos.toSorted((a, b) => COLLATOR.compare(a.title, b.title))
    case 'longest':
      return videos.toSorted((a, b) => (b.probe?.durationMs ?? 0) - (a.probe?.durationMs ?? 0))
    case 'largest':
      return videos.toSorted((a, b) => b.sizeBytes - a.sizeBytes)
    default:
      return order satisfies never
  }
}
