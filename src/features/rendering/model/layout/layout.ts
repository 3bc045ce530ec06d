import { type BrightSpan, emphasisTag, type Look, sweepEdge, type TagLook } from '#features/templates/model/index.ts'
import { type MeasuringContext, prepareText } from '../canvas.ts'
import type { CaptionPage, CaptionWord } from '../caption.ts'
import { type InlineDecor, withInlineDecor, type WordDecor } from '../decor/decor.ts'
import { type Breakable, breakLines, ownLines, widestRun, widthOf } from '../text/line-breaking.ts'
import { drawnText, type FontFace, fontList, hasEmoji } from '../fonts/fonts.ts'
import { type Letter, lettersOf } from './letters.ts'
import type { Rect } from '#platform/shared/rect.ts'
import type { OwnLook, TagFaces, WordStyle } from './word-appearance.ts'
import { PLAIN_LETTERS, taggedFont, taggedLook, taggedScale, withRoomForBoxes } from './tagged-words.ts'
import { type WeightStep, weightsOf } from './word-weights.ts'
import { bidiParts, type Direction, directionOf, isJoinedScript, visualOrder } from '../text/text-direction.ts'

/** A positioned word; lengths in whole or fractional pixels of the frame. */
export type PlacedWord = {
  readonly text: string
  readonly direction: Direction
  /** CSS font, `700 63px "wp-…"`. */
  readonly font: string
  readonly letterSpacing: string
  /** Font size. */
  readonly px: number
  /** Left edge and baseline, whole pixels. */
  readonly x: number
  readonly baseline: number
  readonly width: number
  /** The point it rotates and scales about. */
  readonly centerX: number
  readonly centerY: number
  /** The ink bounds of its letters, without stroke or shadow. */
  readonly ink: Rect
  readonly t0: number
  /** When the next word of the page becomes active. */
  readonly until: number
  /** Its look by its tags; null for a word that looks like the others. */
  readonly emphasis: TagLook | null
  /** Drawn in one colour: engines disagree about colour glyphs under a gradient of colours. */
  readonly flat: boolean
  readonly line: number
  /** When its line is spoken, ms. */
  readonly lineSpan?: BrightSpan
  /** Index in the page of the word that it is, or is part of. */
  readonly word: number
  /** Its fonts from its own weight to that of the spoken word; absent for a word of one weight. */
  readonly weights?: readonly WeightStep[]
  /** Its letters, in a look that moves or fills them one by one; absent for a word that does so as a whole. */
  readonly letters?: readonly Letter[]
  /** Drawn as a bar in place of its letters. */
  readonly bar?: true
  /** The look of a word with a style of its own, its size of an em in pixels, and the fields that its style sets. */
  readonly own?: { readonly look: Look; readonly em: number; readonly fields: readonly string[] }
  /** Its appearance, derived from `own`. */
  readonly style?: WordStyle
}

/** Words laid out for one frame size; fixed while they are on screen. */
export type Layout = {
  /** Size of an em, in pixels. */
  readonly em: number
  readonly words: readonly PlacedWord[]
  /** Decor that takes room in the lines. */
  readonly inline: readonly InlineDecor[]
  /** Bounds of the lines, without padding. */
  readonly lines: readonly Rect[]
  /** The point that the caption is placed by: the centre of its lines, or of their column if they are aligned. */
  readonly anchor: { readonly x: number; readonly y: number }
  /** Maximum line width, unless a word is wider. */
  readonly maxWidth: number
}

/** The inputs of a layout. */
export type LayoutInput = {
  readonly page: CaptionPage
  readonly look: Look
  readonly frame: { readonly width: number; readonly height: number }
  readonly direction: Direction
  readonly language: string
  readonly faces: readonly FontFace[]
  /** Font files for tagged words. Default: `faces`. */
  readonly tagFaces?: TagFaces
  readonly context: MeasuringContext
  /** The look of a word with a style of its own. Default: none has. */
  readonly ownLookOf?: (word: CaptionWord) => OwnLook | undefined
}

/** Middle of capital letters above the baseline, in em: the visual centre of a line. */
const MIDDLE = 0.36
/** Share of the frame's height that stays free above and below. */
const MARGIN = 0.04
/** Maximum lines of a caption that a profile segmented. */
const PROFILE_LINES = 2
/** Share of the frame's height that captions merged by hand may fill before they shrink. */
const ROOM_FOR_JOINED = 0.5
/** Sizes to try, largest first, until a caption fits its lines. */
const SHRINK = [1, 0.93, 0.86, 0.8, 0.74, 0.68, 0.62, 0.56, 0.5]

/**
 * Positions every word. Captions merged by hand keep their size and use more lines while the picture has room. Other
 * captions that are too long shrink, down to half size, then overflow into more lines. A word that is still wider than
 * a line shrinks its caption until it fits.
 */
export function layOut(input: LayoutInput): Layout {
  const { look, frame } = input
  const full = look.font.size * frame.height
  const maxWidth = maxWidthOf(input)
  for (const shrink of SHRINK) {
    const words = measure(input, Math.round(full * shrink))
    const starts = breakLines(words, maxWidth, linesFor(input, words))
    if (starts !== null) return place(input, words, starts)
  }
  const smallest = narrowed(input, measure(input, Math.round(full * 0.5)), maxWidth)
  return place(input, smallest, breakLines(smallest, maxWidth, smallest.length) ?? smallest.map((_, at) => at))
}

/** Maximum line width of a caption, in pixels: set by hand, or that of the look. */
function maxWidthOf({ page: { place }, look, frame }: LayoutInput): number {
  const width = (place?.width ?? look.layout.width) * frame.width
  if (place === undefined) return width
  const beside = 2 * ((look.box?.padX ?? 0) + (look.stroke?.width ?? 0)) * look.font.size * frame.height + ROUNDING
  return Math.min(width, Math.max(frame.width - beside, frame.width / 2))
}

/** Pixels by which rounding may widen a caption. */
const ROUNDING = 4

/**
 * How many lines these words may have: the look's maximum, or as many as fit half of the picture when captions were
 * merged by hand into more lines than any profile makes, or made narrow by hand.
 */
function linesFor({ page, look, frame }: LayoutInput, words: readonly Measured[]): number {
  if (page.place?.width === undefined && ownLines(words).length <= PROFILE_LINES) return look.layout.maxLines
  const leading = look.font.leading * (words[0]?.em ?? 0)
  return Math.max(look.layout.maxLines, Math.floor((ROOM_FOR_JOINED * frame.height) / leading))
}

/** Shrinks the words until none is wider than a line: letters beyond the frame would be cut off. */
function narrowed(input: LayoutInput, words: Measured[], maxWidth: number): Measured[] {
  let fitting = words
  let em = words[0]?.em ?? 0
  for (let widest = widestRun(words); widest > maxWidth && em > 1; widest = widestRun(fitting)) {
    em = Math.max(1, Math.min(em - 1, Math.floor((em * maxWidth) / widest)))
    fitting = measure(input, em)
  }
  return fitting
}

type Measured = Breakable & {
  readonly word: CaptionWord
  readonly at: number
  readonly em: number
  readonly px: number
  readonly font: string
  readonly letterSpacing: string
  readonly direction: Direction
  readonly emphasis: TagLook | null
  readonly inkBox: Rect
  readonly own: PlacedWord['own']
  readonly letters: PlacedWord['letters']
  readonly weights: PlacedWord['weights']
  /** Set if it stands for decor of the word. */
  readonly item?: WordDecor
}

function measure(input: LayoutInput, em: number): Measured[] {
  const { page, direction, language, context } = input
  prepareText(context, language)
  const parts = page.words.flatMap((word, at) => {
    const { look } = input.ownLookOf?.(word) ?? input
    const letters = taggedFont(look, word).case
    const parts = bidiParts(drawnText(cased(word.text, letters, language)), direction).map((text, part) =>
      measurePart(
        input,
        em,
        { ...word, text, joined: word.joined || part > 0, breakBefore: word.breakBefore && part === 0 },
        at,
      ),
    )
    return word.decor === undefined ? parts : withInlineDecor(parts, word.decor)
  })
  return withRoomForBoxes(parts)
}

function measurePart(input: LayoutInput, em: number, word: CaptionWord, at: number): Measured {
  const { text, joined, breakBefore } = word
  const { direction, context } = input
  const own = input.ownLookOf?.(word)
  const { look, faces, tagFaces = {} } = own ?? input
  const tag = emphasisTag(look.emphasis, word.tags)
  const emphasis = tag && taggedLook(look, input.look, tag)
  const ownFont = taggedFont(look, word)
  const ownFaces = (tag && tagFaces[tag]) ?? faces
  const ownEm = own === undefined ? em : Math.round((em * look.font.size) / input.look.font.size)
  const px = emphasis ? Math.round(ownEm * taggedScale(emphasis, text)) : ownEm
  const fontWith = (list: string) => `${ownFont.weight} ${px}px ${list}`
  const letterSpacing = isJoinedScript(text) ? '0px' : `${(look.font.tracking * px).toFixed(2)}px`
  context.letterSpacing = letterSpacing
  context.direction = directionOf(text) ?? direction
  // The space always comes from the text font: a space of the emoji font is as wide as an emoji.
  context.font = fontWith(fontList(faces, ' '))
  const space = joined ? 0 : context.measureText(' ').width + look.font.wordGap * em
  const list = fontList(ownFaces, text)
  const font = fontWith(list)
  context.font = font
  const size = context.measureText(text)
  const isMoved = input.look.animation.letters && !word.bar
  const needsLetters = isMoved || (sweepEdge(input.look.animation).isByLetter && !word.bar)
  const letters = needsLetters ? lettersOf(context, text, directionOf(text) ?? direction) : undefined
  const drawn = { text, font: ownFont, px, letterSpacing, list }
  // Letters that move one by one have places of their own.
  const weights =
    isMoved || word.bar ? undefined : weightsOf(context, input.look, drawn, (each) => inkOf(each, text, px))
  return {
    word,
    at,
    em,
    px,
    text,
    font: weights?.steps[0]?.font ?? font,
    letterSpacing: weights?.steps[0]?.letterSpacing ?? letterSpacing,
    emphasis,
    joined,
    breakBefore,
    direction: directionOf(text) ?? direction,
    width: weights?.width ?? size.width,
    spaceBefore: space,
    inkBox: word.bar ? barOf(size.width, px) : (weights?.ink ?? inkOf(size, text, px)),
    own: own && { look, em: ownEm, fields: own.fields },
    letters,
    weights: weights?.steps,
  }
}

/** The bar in place of a censored word, relative to the text's origin, on whole pixels. */
function barOf(width: number, em: number): Rect {
  return { x0: 0, y0: -Math.round(0.78 * em), x1: Math.max(1, Math.round(width)), y1: Math.round(0.08 * em) }
}

/**
 * The ink bounds of letters, relative to the text's origin. Emoji and stacked scripts may report bounds that are too
 * small, so they get their whole line and a margin.
 */
function inkOf(size: ReturnType<MeasuringContext['measureText']>, text: string, em: number): Rect {
  const ink = {
    x0: -size.actualBoundingBoxLeft,
    y0: -size.actualBoundingBoxAscent,
    x1: size.actualBoundingBoxRight,
    y1: size.actualBoundingBoxDescent,
  }
  if (PLAIN_LETTERS.test(text)) return ink
  return {
    x0: Math.min(ink.x0, -0.15 * em),
    y0: Math.min(ink.y0, -1.15 * em),
    x1: Math.max(ink.x1, size.width + 0.15 * em),
    y1: Math.max(ink.y1, 0.45 * em),
  }
}

function place(input: LayoutInput, words: readonly Measured[], starts: readonly number[]): Layout {
  const { look, page } = input
  const em = words[0]?.em ?? 0
  const leading = look.font.leading * em
  const anchor = anchorOf(input, starts.length * leading)
  const widths = starts.map((start, line) => widthOf(words, start, starts[line + 1] ?? words.length))
  const block = Math.max(...widths, 0)
  const placed: PlacedWord[] = []
  const inline: InlineDecor[] = []
  const lines = starts.map((start, line) => {
    const end = starts[line + 1] ?? words.length
    const width = widths[line] ?? 0
    const centerY = Math.round(anchor.y + (line - (starts.length - 1) / 2) * leading)
    const left = leftOf(input, { center: anchor.x, block, width })
    const ordered = visualOrder(
      words.slice(start, end).map(({ text }) => text),
      input.direction,
    )
    let x = left
    for (const [at, offset] of ordered.entries()) {
      const word = words[start + offset]
      if (word === undefined) continue
      // The space belongs to the later word of the two, in reading order.
      const neighbour = words[start + Math.max(offset, ordered[at - 1] ?? 0)]
      if (at > 0) x += neighbour?.spaceBefore ?? 0
      if (word.item === undefined)
        placed[start + offset] = placedWord(word, Math.round(x), centerY, line, untilOf(page, word.at))
      else inline.push({ item: word.item, word: word.at, rect: squareAt(Math.round(x), centerY, word.width) })
      x += word.width
    }
    return {
      x0: Math.round(left),
      y0: Math.round(centerY - em / 2),
      x1: Math.round(left + width),
      y1: Math.round(centerY + em / 2),
    }
  })
  // Decor stands between the words, which leaves gaps in the list.
  const withoutGaps = inline.length === 0 ? placed : placed.flatMap((word) => word)
  return {
    em,
    words: look.dim?.over === 'line' ? withLineSpans(withoutGaps) : withoutGaps,
    inline,
    lines,
    anchor,
    maxWidth: maxWidthOf(input),
  }
}

/** The words with the time from the first word of their line to the first of the next. */
function withLineSpans(words: readonly PlacedWord[]): PlacedWord[] {
  return words.map((word) => {
    const line = words.filter((other) => other.line === word.line)
    const [from, until] = [Math.min(...line.map(({ t0 }) => t0)), Math.max(...line.map((other) => other.until))]
    return { ...word, lineSpan: { from, until } }
  })
}

function squareAt(x: number, centerY: number, edge: number): Rect {
  const y = Math.round(centerY - edge / 2)
  return { x0: x, y0: y, x1: x + edge, y1: y + edge }
}

function placedWord(word: Measured, x: number, centerY: number, line: number, until: number): PlacedWord {
  const baseline = Math.round(centerY + MIDDLE * word.em)
  const { inkBox } = word
  return {
    text: word.text,
    direction: word.direction,
    font: word.font,
    letterSpacing: word.letterSpacing,
    px: word.px,
    word: word.at,
    x,
    baseline,
    line,
    until,
    width: word.width,
    centerX: x + word.width / 2,
    centerY,
    ink: { x0: x + inkBox.x0, y0: baseline + inkBox.y0, x1: x + inkBox.x1, y1: baseline + inkBox.y1 },
    t0: word.word.t0,
    emphasis: word.emphasis,
    flat: hasEmoji(word.text),
    ...(word.word.bar && { bar: true }),
    ...(word.own && { own: word.own }),
    ...(word.letters && { letters: word.letters }),
    ...(word.weights && { weights: word.weights }),
  }
}

function untilOf(page: CaptionPage, at: number): number {
  return page.words[at + 1]?.t0 ?? page.toMs
}

/** The centre of the caption: set by hand, or that of the look. Moved so that its lines stay inside the frame. */
function anchorOf({ page: { place: byHand = {} }, look, frame }: LayoutInput, blockHeight: number): Layout['anchor'] {
  const x = (byHand.x ?? look.layout.x ?? 0.5) * frame.width
  const least = MARGIN * frame.height + blockHeight / 2
  const most = frame.height - least
  const y = (byHand.y ?? look.layout.y) * frame.height
  return { x, y: least > most ? frame.height / 2 : Math.min(Math.max(y, least), most) }
}

type LinePlace = { readonly center: number; readonly block: number; readonly width: number }

function leftOf(input: LayoutInput, { center, block, width }: LinePlace): number {
  const { align } = input.look.layout
  if (align === 'center') return center - width / 2
  // Aligned captions stand in a column as wide as lines may be, so that they do not jump between captions. A block is its
  // own column.
  const column = align === 'block' ? block : Math.max(maxWidthOf(input), block)
  const left = center - column / 2
  const toRight = align === 'right' || (align !== 'left' && input.direction === 'rtl')
  return toRight ? left + column - width : left
}

function cased(text: string, wanted: Look['font']['case'], language: string): string {
  const locale = language === 'und' ? undefined : language
  if (wanted === 'upper') return text.toLocaleUpperCase(locale)
  return wanted === 'lower' ? text.toLocaleLowerCase(locale) : text
}
