/**
 * The rules by which the parts of the editor share the window. A document that shows the picture before the editor's code
 * is there lays it out by the same ones, so they depend on nothing that the code loads.
 */

/** The areas fit side by side. */
export const WIDE = '(min-width: 1024px)'
/** The whole editor, below the bar of the page. */
export const EDITOR =
  'flex h-[calc(100dvh-var(--spacing-header,0px))] min-h-[30rem] flex-col sm:min-h-64 lg:min-h-[30rem]'
export const TOP_BAR = 'h-11 shrink-0 border-b border-border bg-surface'
export const WIDE_AREAS =
  "grid-cols-[minmax(19rem,26rem)_minmax(0,1fr)_minmax(17rem,21rem)] grid-rows-[minmax(0,1fr)_auto] [grid-template-areas:'words_stage_panels'_'bar_bar_bar']"
export const NARROW_AREAS =
  "group-data-keyboard/editor:max-sm:grid-rows-[24%_auto_minmax(0,1fr)] grid-cols-1 grid-rows-[34dvh_auto_minmax(0,1fr)] [grid-template-areas:'stage'_'bar'_'panels'] sm:grid-cols-2 sm:grid-rows-[minmax(0,1fr)_auto] sm:[grid-template-areas:'panels_stage'_'bar_bar'] " +
  // On a turned phone the words need the height that the bar would take from below them.
  "sm:[@media(max-height:30rem)]:[grid-template-areas:'panels_stage'_'panels_bar']"
export const WORDS = 'border-r border-border bg-surface [grid-area:words]'
export const PANELS = {
  wide: 'border-l border-border bg-surface [grid-area:panels]',
  narrow: 'border-border bg-surface [grid-area:panels] sm:border-r',
} as const
/** Around the picture. */
export const STAGE = { wide: 'p-4', narrow: 'p-2' } as const
/** What the picture is as large as fits in. */
export const PICTURE_ROOM = 'relative grid size-full place-items-center overflow-hidden [container-type:size]'
export const PICTURE = 'relative overflow-hidden rounded-lg bg-black [grid-area:1/1]'
export const PLAYBACK_BAR = 'min-h-[calc(3.25rem+1px)] border-t border-border bg-surface'
/** Least heights of the areas and of the timeline below them, px. */
export const LEAST_PX = { areas: 240, timeline: 160 } as const

/** The picture of this width and height, as large as fits in {@link PICTURE_ROOM}. */
export function pictureSize(w: number, h: number): { readonly aspectRatio: string; readonly width: string } {
  return { aspectRatio: `${w} / ${h}`, width: `min(100cqw, 100cqh * ${w / h})` }
}
