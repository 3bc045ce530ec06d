/**
 * The cost of emoji on words in an export: the same captions with and without, alternately. Each emoji pops up above its
 * word; every word has one, from 40 different ones.
 *
 *     node bench/decor.ts [rounds=3] [seconds=72] [template=karaoke]
 */
import { benchClip, benchDocument } from './clip.ts'
import { type Measurement, measureExport, median } from './measure.ts'

const [rounds = '3', seconds = '72', template = 'karaoke'] = process.argv.slice(2)
const clip = await benchClip(Number(seconds))
const words = benchDocument(Number(seconds)).words.length
const runs: { readonly plain: Measurement; readonly decorated: Measurement }[] = []
for (let round = 1; round <= Number(rounds); round += 1) {
  const plain = await measureExport(clip, template, seconds)
  const decorated = await measureExport(clip, template, seconds, { hasEmoji: true })
  runs.push({ plain, decorated })
  console.log(
    `round ${round}  CPU ${inSeconds(plain.cpuMs)} s without, ${inSeconds(decorated.cpuMs)} s with; ` +
      `memory ${plain.peakMb.toFixed(0)} and ${decorated.peakMb.toFixed(0)} MB`,
  )
}
const ratio = median(runs.map(({ plain, decorated }) => decorated.cpuMs / plain.cpuMs))
console.log(`${words} emoji in ${seconds} s: ${ratio.toFixed(3)} of the processor time without`)

function inSeconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}
