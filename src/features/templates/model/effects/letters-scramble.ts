import { z } from 'zod'
import { AT_REST, NO_REACH } from './enter-effect.ts'
import { LETTERS_FIELDS, lettersEffect, sinceLetter } from './letters-effect.ts'

/** How long a wrong letter stands, ms. */
const TURN_MS = 70

/** Every letter turns through others for its time before it is right. */
export const lettersScramble = lettersEffect({
  label: 'Scramble',
  schema: z.strictObject({ preset: z.literal('scramble'), ...LETTERS_FIELDS }),
  parameters: ['ms', 'gapMs'],
  start: { ms: 200, gapMs: 40 },
  hasCaret: false,
  swaps: true,
  pose({ ms, gapMs }, moment) {
    const turns = Math.floor(Math.max(0, moment.sinceMs) / TURN_MS)
    const isRight = sinceLetter({ gapMs }, moment) >= ms
    return { ...AT_REST, alpha: moment.sinceMs < 0 ? 0 : 1, swap: isRight ? null : mixed(moment.index, turns) }
  },
  reach: () => NO_REACH,
})

/** A number that looks random, from two others: the same picture at the same time. Finished as MurmurHash3 is. */
function mixed(index: number, turn: number): number {
  let hash = Math.imul(index + 1, 0x9e_37_79_b1) ^ Math.imul(turn + 1, 0x85_eb_ca_6b)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35)
  return (hash ^ (hash >>> 16)) >>> 0
}
