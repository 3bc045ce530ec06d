/** Names of HTML for U+00A0 to U+00FF, in that order. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'.split(
    ' ',
  )

/** Names of HTML that captions use beyond Latin-1; the other two thousand stay as they are written. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.map((name, at) => [name, String.fromCodePoint(0xa0 + at)] as const),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    AMP: '&',
    LT: '<',
    GT: '>',
    QUOT: '"',
    lrm: '\u200E',
    rlm: '\u200F',
    zwj: '\u200D',
    zwnj: '\u200C',
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    lsaquo: '‹',
    rsaquo: '›',
    hellip: '…',
    bull: '•',
    euro: '€',
    trade: '™',
    OElig: 'Œ',
    oelig: 'œ',
    Scaron: 'Š',
    scaron: 'š',
    Yuml: 'Ÿ',
    fnof: 'ƒ',
    sung: '♪',
    hearts: '♥',
    starf: '★',
    check: '✓',
  }),
])

/** References that HTML reads without a semicolon too. */
const BARE = new Set(['amp', 'lt', 'gt', 'quot', 'nbsp', 'AMP', 'LT', 'GT', 'QUOT', ...LATIN_1])
const REFERENCE = /&(?:#[xX]([\da-fA-F]{1,8})|#(\d{1,8})|([A-Za-z][A-Za-z\d]{1,8}))(;?)/gu

/** Replaces character references of HTML (`&amp;`, `&#39;`, `&#x2019;`, `&lrm;`) by their characters. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    REFERENCE,
    (all, hex: string | undefined, decimal: string | undefined, name: string | undefined, end: string) => {
      if (hex !== undefined) return character(Number.parseInt(hex, 16), all)
      if (decimal !== undefined) return character(Number.parseInt(decimal, 10), all)
      if (name === undefined || (end === '' && !BARE.has(name))) return all
      return NAMES.get(name) ?? all
    },
  )
}

/** Control characters and halves of surrogate pairs are no text. */
function character(code: number, written: string): string {
  if (code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff)) return written
  return code < 0x20 || (code >= 0x7f && code < 0xa0) ? ' ' : String.fromCodePoint(code)
}
