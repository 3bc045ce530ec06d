import { type CaptionDocument, cueSpan, cuesOf, wordsOf } from '#features/captions/model/index.ts'

const HEAD = `[Script Info]
ScriptType: v4.00+
PlayResX: 1080
PlayResY: 1920
WrapStyle: 0

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BackColour, Bold, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV
Style: Main,Noto Sans,92,&H00FFFFFF,&H00000000,&H80000000,-1,1,9,4,2,70,70,560

[Events]
Format: Layer, Start, End, Style, Text
`

/**
 * The same captions for libass, as near to Bounce as its language allows: one event for each spoken word, which is
 * yellow and jumps out, in a thick outline with a shadow.
 */
export function assOf(document: CaptionDocument): string {
  const events = cuesOf(document).flatMap((cue) => {
    const words = wordsOf(document, cue)
    const end = cueSpan(document, cue).t1
    return words.map((word, at) => {
      const until = words[at + 1]?.t0 ?? end
      const text = words
        .map((other) =>
          other === word
            ? `{\\c&H00E6FF&\\fscx82\\fscy82\\t(0,160,\\fscx112\\fscy112)}${other.text.toUpperCase()}{\\r}`
            : other.text.toUpperCase(),
        )
        .join(' ')
      return `Dialogue: 0,${clock(word.t0)},${clock(until)},Main,${text}`
    })
  })
  return `${HEAD}${events.join('\n')}\n`
}

/** `h:mm:ss.cc`, as ASS writes times. */
function clock(ms: number): string {
  const hundredths = Math.round(ms / 10)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(hundredths / 360_000)}:${two(Math.floor(hundredths / 6_000) % 60)}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`
}
