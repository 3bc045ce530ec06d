import type { Color } from '../units.ts'

/** Colours that go together. Text and accents have a contrast of at least 4.5 with the ground. */
export type Palette = {
  /** Of outlines and boxes. */
  readonly ground: Color
  readonly text: Color
  /** Of the spoken word, keywords and boxes that follow words. */
  readonly accents: readonly [Color, ...Color[]]
}

/** The palettes of random looks: light letters on dark grounds, then dark letters on light ones. */
export const PALETTES: readonly Palette[] = [
  { ground: '#0A0A0A', text: '#FFFFFF', accents: ['#FFE14D', '#3DDC97', '#4DA3FF', '#FF6FB5'] },
  { ground: '#12122B', text: '#F5F0FF', accents: ['#FFB347', '#7CFFCB', '#B69CFF'] },
  { ground: '#1B0F0A', text: '#FFF4E0', accents: ['#FF8A4C', '#FFD166', '#F4A6A0'] },
  { ground: '#06231F', text: '#EFFFF9', accents: ['#5BF0B5', '#F9E06B', '#8AD8FF'] },
  { ground: '#2A0A1F', text: '#FFF0F7', accents: ['#FF7AB8', '#FFC857', '#9AE6FF'] },
  { ground: '#0B1D33', text: '#F2F7FF', accents: ['#5CC8FF', '#FFD23F', '#FF9F80'] },
  { ground: '#1E1E1E', text: '#F5F5F5', accents: ['#C6FF4D', '#FFB3C7', '#8CE4FF'] },
  { ground: '#300B0B', text: '#FFF6E9', accents: ['#FFC145', '#FF9B9B', '#FFE8A3'] },
  { ground: '#FFFFFF', text: '#111111', accents: ['#B3001B', '#0B57D0', '#6A1B9A', '#8A4B00'] },
  { ground: '#FFF3C4', text: '#2B1D00', accents: ['#8C2F00', '#0A4D68', '#5B1A6B'] },
  { ground: '#E6F7F1', text: '#06231F', accents: ['#00695C', '#7A1F4B', '#1A3E8C'] },
  { ground: '#FFE3EC', text: '#3A0519', accents: ['#9B1B4B', '#5A189A', '#7A3E00'] },
]
