import type { LookFields } from '../look-field.ts'

/** Position of captions, and how much of them is shown at once. */
export const LAYOUT_FIELDS = {
  'layout.y': {
    group: 'basics',
    label: 'Position from the top',
    about: 'Middle of the captions, as a fraction of the frame’s height from its top; they are kept inside the frame.',
    control: 'slider',
    unit: '%',
    min: 0.05,
    max: 0.95,
    step: 0.01,
  },
  'layout.x': {
    group: 'layout',
    label: 'Position from the left',
    about:
      'Middle of the captions, as a fraction of the frame’s width from its left edge; 0.5 if absent. They are kept inside the frame.',
    control: 'slider',
    unit: '%',
    min: 0,
    max: 1,
    step: 0.01,
  },
  'layout.maxWords': {
    group: 'basics',
    label: 'Words at once',
    about: 'Words on screen at once; null shows the whole caption.',
    control: 'count',
    max: 6,
    none: 'The whole caption',
  },
  'font.case': {
    group: 'basics',
    label: 'Capital letters',
    about: '`as-typed`, `upper` or `lower`.',
    control: 'switch',
    on: 'upper',
    off: 'as-typed',
  },
  'layout.align': {
    group: 'layout',
    label: 'Alignment',
    about: '`start` is left, and right in right-to-left captions.',
    control: 'choice',
    options: { center: 'Centre', start: 'Start of the line', left: 'Left', right: 'Right' },
  },
  'layout.width': {
    group: 'layout',
    label: 'Widest line',
    about: 'Widest line, as a fraction of the frame’s width.',
    control: 'slider',
    unit: '%',
    min: 0.2,
    max: 1,
    step: 0.01,
  },
  'layout.maxLines': {
    group: 'layout',
    label: 'Most lines',
    about: 'Captions that need more lines are set smaller, down to half size.',
    control: 'slider',
    unit: '',
    min: 1,
    max: 6,
    step: 1,
  },
} satisfies Partial<LookFields>
