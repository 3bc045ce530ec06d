/** The measurements of one text, in pixels. */
export type TextSize = {
  readonly width: number
  readonly actualBoundingBoxAscent: number
  readonly actualBoundingBoxDescent: number
  readonly actualBoundingBoxLeft: number
  readonly actualBoundingBoxRight: number
}

/** The part of a Canvas2D context that layout needs. */
export type MeasuringContext = {
  font: string
  lang?: string
  letterSpacing: string
  direction: CanvasDirection
  textAlign: CanvasTextAlign
  textBaseline: CanvasTextBaseline
  measureText(text: string): TextSize
}

/** The part of Canvas2D the painter uses. A browser's canvas and @napi-rs/canvas draw it alike. */
export type PainterContext = MeasuringContext & {
  fillStyle: unknown
  strokeStyle: unknown
  lineWidth: number
  lineJoin: CanvasLineJoin
  miterLimit: number
  globalAlpha: number
  shadowColor: string
  shadowBlur: number
  shadowOffsetX: number
  shadowOffsetY: number
  save(): void
  restore(): void
  translate(x: number, y: number): void
  scale(x: number, y: number): void
  transform(a: number, b: number, c: number, d: number, e: number, f: number): void
  beginPath(): void
  rect(x: number, y: number, width: number, height: number): void
  roundRect(x: number, y: number, width: number, height: number, radius: number): void
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  quadraticCurveTo(controlX: number, controlY: number, x: number, y: number): void
  arc(x: number, y: number, radius: number, start: number, end: number, counterclockwise?: boolean): void
  closePath(): void
  clip(): void
  fill(): void
  stroke(): void
  clearRect(x: number, y: number, width: number, height: number): void
  fillText(text: string, x: number, y: number): void
  strokeText(text: string, x: number, y: number): void
  /** Draws an image of the same engine. */
  drawImage(image: unknown, x: number, y: number, width: number, height: number): void
  createLinearGradient(
    x0: number,
    y0: number,
    x1: number,
    y1: number,
  ): { addColorStop(at: number, color: string): void }
}

/**
 * Applies the settings that every text is measured and drawn with.
 * The language is fixed because some fonts vary their letters by language, and the host's would change the result.
 */
export function prepareText(context: MeasuringContext, language: string): void {
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
  if ('lang' in context) context.lang = language === 'und' ? 'en' : language
}
