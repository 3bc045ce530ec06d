import { TAG_BOX_START, TAG_START, type EmphasisTag, tagLook, type TagLook } from '../emphasis.ts'
import { emphasisFont } from '../emphasis-font.ts'
import { fontFamily } from '../font-families.ts'
import type { LookFields } from '../look-field.ts'
import type { Look } from '../look.ts'
import { FAMILY_LABELS, WEIGHT_LABELS } from './family-labels.ts'

/** What words with a tag are called. */
const NAMES = {
  keyword: { one: 'Keyword', many: 'keywords' },
  number: { one: 'Number', many: 'numbers' },
  name: { one: 'Name', many: 'names' },
  sound: { one: 'Sound', many: 'sounds' },
  filler: { one: 'Filler word', many: 'filler words' },
  profanity: { one: 'Swear word', many: 'swear words' },
} as const satisfies Record<EmphasisTag, { readonly one: string; readonly many: string }>

type OtherTag = Exclude<EmphasisTag, 'keyword'>
type Part = keyof ReturnType<typeof partsFor>
type PartFields<Path extends string> = Pick<LookFields, Extract<`${Path}.${Part}`, keyof LookFields>>

/** The emphasis of keywords, then of words with other tags. */
export const EMPHASIS_FIELDS = {
  ...fieldsOf('keyword', 'emphasis'),
  ...sectionOf('number'),
  ...fieldsOf('number', 'emphasis.number'),
  ...sectionOf('name'),
  ...fieldsOf('name', 'emphasis.name'),
  ...sectionOf('sound'),
  ...fieldsOf('sound', 'emphasis.sound'),
  ...sectionOf('filler'),
  ...fieldsOf('filler', 'emphasis.filler'),
  ...sectionOf('profanity'),
  ...fieldsOf('profanity', 'emphasis.profanity'),
} satisfies Partial<LookFields>

function sectionOf<Tag extends OtherTag>(tag: Tag): Pick<LookFields, `emphasis.${Tag}`> {
  const { many } = NAMES[tag]
  const section = {
    group: 'tags',
    label: `${capital(many)} look different`,
    about: `The look of words tagged as ${many}, with the fields of \`emphasis\`; null, or absent, for that of the other words.`,
    control: 'section',
    hint: `Words marked as ${many}, in the menu beside Keyword`,
    start: TAG_START,
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one key is that of the tag
  return { [`emphasis.${tag}`]: section } as Pick<LookFields, `emphasis.${Tag}`>
}

/** The fields of a tag, by their paths in a look. */
function fieldsOf<Path extends string>(tag: EmphasisTag, path: Path): PartFields<Path> {
  const entries = Object.entries(partsFor(tag)).map(([part, field]) => [`${path}.${part}`, field])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `partsFor` describes exactly these parts
  return Object.fromEntries(entries) as PartFields<Path>
}

function partsFor(tag: EmphasisTag) {
  const { one, many } = NAMES[tag]
  const group = tag === 'keyword' ? 'keywords' : 'tags'
  const fontIn = (look: Look) => emphasisFont(look.font, lookOf(look) ?? TAG_START)
  const lookOf = (look: Look): TagLook | null => tagLook(look.emphasis, tag)
  return {
    ...lettersFor(tag, group),
    family: {
      group,
      label: `${one} font`,
      about: `The family of ${many}; \`same\` if absent: that of the other words.`,
      control: 'choice',
      absent: 'same',
      options: { same: 'As the other words', ...FAMILY_LABELS },
    },
    weight: {
      group,
      label: `${one} weight`,
      about: `The weight of ${many}, or the nearest that their family has; that of the other words if absent.`,
      control: 'choice',
      options: WEIGHT_LABELS,
      offers: (look: Look) => fontFamily(fontIn(look).family).weights,
      // Without a weight of their own, tagged words follow the others.
      when: (look: Look) => lookOf(look)?.weight !== undefined && fontFamily(fontIn(look).family).weights.length > 1,
    },
    style: {
      group,
      label: `${capital(many)} in italics`,
      about: '`italic` where the family has italics; that of the other words if absent.',
      control: 'switch',
      on: 'italic',
      off: 'normal',
      absent: (look: Look) => look.font.style ?? 'normal',
      when: (look: Look) => fontFamily(fontIn(look).family).hasItalics === true,
    },
    ...boxFor(tag, group),
  } as const
}

function lettersFor(tag: EmphasisTag, group: 'keywords' | 'tags') {
  const { one, many } = NAMES[tag]
  return {
    color: {
      group,
      label: `${one} colour`,
      about: `Colour of words tagged as ${many}; null for that of the other words.`,
      control: 'color',
      optional: {
        label: tag === 'keyword' ? 'Colour of their own' : `${capital(many)}: colour of their own`,
        off: null,
        start: TAG_START.color ?? '#FFE14D',
      },
    },
    scale: {
      group,
      label: `${one} size`,
      about: `Size of words tagged as ${many}, next to the others.`,
      control: 'slider',
      unit: '×',
      min: 0.5,
      max: 2,
      step: 0.02,
    },
    case: {
      group,
      label: `${one} capital letters`,
      about: '`as-typed`, `upper` or `lower`; that of the other words if absent.',
      control: 'choice',
      absent: (look: Look) => look.font.case,
      options: { 'as-typed': 'As typed', upper: 'All capitals', lower: 'No capitals' },
    },
    tilt: {
      group,
      label: `${one} tilt`,
      about: `Clockwise rotation of ${many}.`,
      control: 'slider',
      unit: '°',
      min: -20,
      max: 20,
      step: 1,
      absent: 0,
    },
  } as const
}

function boxFor(tag: EmphasisTag, group: 'keywords' | 'tags') {
  const { one, many } = NAMES[tag]
  const padding = { group, control: 'slider', unit: 'em', min: 0, max: 1, step: 0.02 } as const
  return {
    box: {
      group,
      label: `${one} box`,
      about: `A box behind ${many}, tilted as they are; null, or absent, for none.`,
      control: 'section',
      start: TAG_BOX_START,
    },
    'box.color': {
      group,
      label: `${one} box colour`,
      about: 'Colour of the box.',
      control: 'color',
      hasOpacity: true,
    },
    'box.radius': { ...padding, label: `${one} box corners`, about: 'Radius of its corners.' },
    'box.padX': {
      ...padding,
      label: `${one} box: left and right`,
      about: 'From the word to the left and right edges.',
    },
    'box.padY': {
      ...padding,
      label: `${one} box: above and below`,
      about: 'From the word to the upper and lower edges.',
    },
  } as const
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
