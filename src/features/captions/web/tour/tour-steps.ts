/** One step of the tour: what it says, and where it points. */
export type TourStep = {
  readonly title: string
  readonly text: string
  /** Selectors of what it points at; the first that is on screen. On a phone, most are tabs. */
  readonly targets: readonly string[]
  readonly side: 'top' | 'right' | 'bottom' | 'left'
}

/** The steps of the tour, from the picture to the finished video. */
export const TOUR_STEPS: readonly TourStep[] = [
  {
    title: 'Your captions, on the picture',
    text: 'Drag a caption to move it. Double-click it to edit its text where it stands.',
    targets: ['[data-tour=picture]'],
    side: 'right',
  },
  {
    title: 'Correct a word',
    text: 'Select a word and press Enter or the pencil to correct it. All other words keep their times.',
    targets: ['[data-tour=words]', '[data-tab=transcript]'],
    side: 'right',
  },
  {
    title: 'Change when words appear',
    text: 'On the timeline, drag a word or its edges. Zoom with Ctrl and the wheel, or with two fingers.',
    targets: ['[data-tour=timeline]', '[data-tour=timeline-button]', '[data-tab=timeline]'],
    side: 'top',
  },
  {
    title: 'Choose a style',
    text: 'Start from a template, then change its font, size and colours. The picture shows every change at once.',
    targets: ['[data-tab=style]'],
    side: 'bottom',
  },
  {
    title: 'Export your video',
    text: 'Export the video with its captions, or download the captions as a file.',
    targets: ['[data-tab=export]'],
    side: 'bottom',
  },
]
