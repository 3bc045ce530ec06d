/** What templates are for and how they feel, with the label of each tag on pages, in the order of filters. */
export const TEMPLATE_TAGS = {
  bold: 'Bold',
  calm: 'Calm',
  karaoke: 'Karaoke',
  'one-word': 'One word',
  elegant: 'Elegant',
  playful: 'Playful',
  retro: 'Retro',
  podcast: 'Podcast',
  story: 'Story',
  education: 'Education',
  news: 'News',
  business: 'Business',
  gaming: 'Gaming',
  music: 'Music',
  fitness: 'Fitness',
  accessible: 'Accessible',
} as const satisfies Readonly<Record<string, string>>

/** A tag of templates. */
export type TemplateTag = keyof typeof TEMPLATE_TAGS
