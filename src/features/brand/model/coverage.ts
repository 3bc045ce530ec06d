/** The letters that stand for a script: a font that has them draws everyday words. */
const SAMPLES = {
  Latin: 'AZaz09',
  'Latin with accents': 'ÄÉñçŁłŐő',
  Cyrillic: 'АЯаяЩщ',
  Greek: 'ΑΩαωή',
  Arabic: 'ابتنهي',
  Hebrew: 'אבגדת',
  Devanagari: 'अकनमह',
  Thai: 'กขคนม',
  Korean: '가나다한',
  Japanese: 'あアいイ',
  Chinese: '的一是不了',
} as const

/** A script whose coverage is shown. */
export type ScriptName = keyof typeof SAMPLES

/** The scripts that a font covers. @param coverage hexadecimal ranges by comma, as in `OwnFont` */
export function scriptsOf(coverage: string): ScriptName[] {
  const ranges = readRanges(coverage)
  return SCRIPTS.filter((script) =>
    [...SAMPLES[script]].every((letter) => isCovered(ranges, letter.codePointAt(0) ?? 0)),
  )
}

const SCRIPTS: readonly ScriptName[] = [
  'Latin',
  'Latin with accents',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Devanagari',
  'Thai',
  'Korean',
  'Japanese',
  'Chinese',
]

/** The ranges of sorted code points: `20-7e,a0`. */
export function rangesOf(codePoints: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const point of codePoints) {
    const last = ranges.at(-1)
    if (last !== undefined && point <= last[1] + 1) last[1] = Math.max(last[1], point)
    else ranges.push([point, point])
  }
  return ranges.map(([first, last]) => (first === last ? hex(first) : `${hex(first)}-${hex(last)}`)).join(',')
}

function readRanges(coverage: string): readonly (readonly [number, number])[] {
  return coverage.split(',').map((range) => {
    const [first = '', last = first] = range.split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })
}

function isCovered(ranges: readonly (readonly [number, number])[], point: number): boolean {
  return ranges.some(([first, last]) => point >= first && point <= last)
}

function hex(point: number): string {
  return point.toString(16)
}
