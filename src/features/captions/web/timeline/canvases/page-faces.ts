/** A face of a font of the page. A worker shares none of them, but may load them from the same address. */
export type PageFace = {
  readonly family: string
  /** Where its file is, as `FontFace` reads it. */
  readonly source: string
  readonly descriptors: FontFaceDescriptors
}

/** The faces that the style sheets of the page declare, apart from those of other sites, which no script may read. */
export function pageFaces(): PageFace[] {
  return [...document.styleSheets].flatMap((sheet) =>
    rulesOf(sheet).flatMap((rule) => (rule instanceof CSSFontFaceRule ? faceOf(rule, sheet.href) : [])),
  )
}

function rulesOf(sheet: CSSStyleSheet): readonly CSSRule[] {
  try {
    return [...sheet.cssRules]
  } catch {
    return []
  }
}

function faceOf({ style }: CSSFontFaceRule, sheetUrl: string | null): PageFace {
  const read = (name: string) => style.getPropertyValue(name)
  const base = sheetUrl ?? document.baseURI
  return {
    family: read('font-family').replaceAll(/^["']|["']$/gu, ''),
    // An address is relative to its style sheet, which the worker does not know.
    source: read('src').replaceAll(/url\("([^"]*)"\)/gu, (_, url: string) => `url("${new URL(url, base).href}")`),
    descriptors: {
      weight: read('font-weight') || 'normal',
      style: read('font-style') || 'normal',
      unicodeRange: read('unicode-range') || 'U+0-10FFFF',
      // Until it is loaded, labels are better read in another font than not at all.
      display: 'swap',
    },
  }
}
