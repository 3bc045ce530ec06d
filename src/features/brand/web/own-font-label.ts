import type { OwnFont } from '../model/own-font.ts'

/** The name of an own font with its style: `Acme Grotesk Bold`. */
export function ownFontLabel({ family, style }: Pick<OwnFont, 'family' | 'style'>): string {
  return style === '' || style === 'Regular' || family.endsWith(` ${style}`) ? family : `${family} ${style}`
}
