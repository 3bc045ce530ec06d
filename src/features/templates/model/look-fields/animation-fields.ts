import type { Ease } from '../effects/easing.ts'
import type { Look } from '../look.ts'
import type { LookFields } from '../look-field.ts'

/** What each way of moving is called. */
const EASES: Readonly<Record<Ease, string>> = {
  linear: 'Even',
  out: 'Slowing down',
  overshoot: 'Overshooting',
  spring: 'Springing',
}

const enters = ({ animation }: Look) => animation.enter.preset !== 'none'
const grows = ({ animation }: Look) => animation.active.preset === 'scale'
const hops = ({ box }: Look) => box?.scope === 'word'

/** How captions and words come in, and what the spoken word does. */
export const ANIMATION_FIELDS = {
  'animation.reveal': {
    group: 'animation',
    label: 'Words appear',
    about: '`caption`: all words stand there at once. `word`: each comes when it is spoken.',
    control: 'choice',
    options: { caption: 'All at once', word: 'As they are spoken' },
  },
  'animation.enter.preset': {
    group: 'animation',
    label: 'Entrance',
    about: 'How the caption, or each word where words are revealed, comes in.',
    control: 'choice',
    options: { none: 'None', fade: 'Fade', rise: 'Rise', pop: 'Pop' },
    also: {
      fade: { animation: { enter: { ms: 160, ease: 'out' } } },
      rise: { animation: { enter: { ms: 220, ease: 'out', amount: 0.4 } } },
      pop: { animation: { enter: { ms: 200, ease: 'overshoot', amount: 0.6 } } },
    },
  },
  'animation.enter.amount': {
    group: 'animation',
    label: 'Entrance strength',
    about: 'Of `rise` the distance in em, of `pop` the scale it starts from; unused otherwise.',
    control: 'slider',
    unit: '',
    min: 0,
    max: 2,
    step: 0.05,
    when: ({ animation: { enter } }) => enter.preset === 'rise' || enter.preset === 'pop',
  },
  'animation.enter.ms': {
    group: 'animation',
    label: 'Entrance time',
    about: 'How long the entrance takes.',
    control: 'slider',
    unit: 'ms',
    min: 0,
    max: 1_000,
    step: 10,
    when: enters,
  },
  'animation.enter.ease': {
    group: 'animation',
    label: 'Entrance movement',
    about: '`overshoot` and `spring` pass the end before they settle.',
    control: 'choice',
    options: EASES,
    when: enters,
  },
  'animation.active.preset': {
    group: 'animation',
    label: 'While spoken',
    about: 'What the spoken word does: `scale` grows it, `sweep` fills it from its first letter to its last.',
    control: 'choice',
    options: { none: 'Nothing', scale: 'Grow', sweep: 'Fill' },
    also: {
      scale: { animation: { active: { ms: 140, ease: 'overshoot', from: 1, to: 1.12 } } },
      sweep: { animation: { active: { ease: 'linear' } } },
    },
  },
  'animation.active.from': {
    group: 'animation',
    label: 'Starts at',
    about: 'Of `scale`, the scale it starts from.',
    control: 'slider',
    unit: '×',
    min: 0.5,
    max: 2,
    step: 0.02,
    when: grows,
  },
  'animation.active.to': {
    group: 'animation',
    label: 'Grows to',
    about: 'Of `scale`, the scale it holds while the word is spoken.',
    control: 'slider',
    unit: '×',
    min: 0.5,
    max: 2,
    step: 0.02,
    when: grows,
  },
  'animation.active.tilt': {
    group: 'animation',
    label: 'Tilt',
    about: 'Of `scale`, the tilt while the word is spoken; every second word tilts the other way.',
    control: 'slider',
    unit: '°',
    min: 0,
    max: 20,
    step: 1,
    when: grows,
  },
  'animation.active.ms': {
    group: 'animation',
    label: 'Growing time',
    about: 'How long `scale` takes.',
    control: 'slider',
    unit: 'ms',
    min: 0,
    max: 1_000,
    step: 10,
    when: grows,
  },
  'animation.active.ease': {
    group: 'animation',
    label: 'Movement while spoken',
    about: 'How `scale` and `sweep` travel.',
    control: 'choice',
    options: EASES,
    when: ({ animation }) => animation.active.preset !== 'none',
  },
  'animation.boxMs': {
    group: 'box',
    label: 'Time to the next word',
    about: 'How long a word box takes to the next word.',
    control: 'slider',
    unit: 'ms',
    min: 0,
    max: 1_000,
    step: 10,
    when: hops,
  },
  'animation.boxEase': {
    group: 'box',
    label: 'Box movement',
    about: 'How a word box travels.',
    control: 'choice',
    options: EASES,
    when: hops,
  },
} satisfies Partial<LookFields>
