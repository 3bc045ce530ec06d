/** The colours and the font of the canvases, from the tokens of the theme. */
export type Palette = { readonly [Name in keyof typeof TOKENS]: string } & { readonly font: string }

const TOKENS = {
  ground: '--tone-sunken',
  surface: '--tone-surface',
  box: '--tone-raised',
  line: '--tone-border',
  edge: '--tone-border-strong',
  text: '--tone-text',
  muted: '--tone-muted',
  faint: '--tone-faint',
  accent: '--tone-accent',
  onAccent: '--tone-on-accent',
  soft: '--tone-accent-soft',
  wave: '--tone-control',
  info: '--tone-info',
  warning: '--tone-warning',
  error: '--tone-error',
} as const

/** Reads the palette of an element. Forces a style computation: call it once for each theme. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element)
  const colors = Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim()])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of TOKENS, each with a colour
  return { ...(Object.fromEntries(colors) as Record<keyof typeof TOKENS, string>), font: style.fontFamily }
}

/** Calls back when the theme changes. @returns unsubscribes */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
