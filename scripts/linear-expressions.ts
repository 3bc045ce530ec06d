/**
 * Writes the list of regular expressions that recheck has proved linear: `node scripts/linear-expressions.ts`. It fails
 * on an expression that is not. Expressions of the list are proved again only after an update of recheck.
 */
import { writeFile } from 'node:fs/promises'
import {
  backtrackingOf,
  productSources,
  type Proofs,
  PROOFS_FILE,
  readProofs,
  recheckVersion,
  regularExpressionsOf,
  textOf,
  UNREADABLE,
} from '../tests/architecture/regular-expressions.ts'

// The pure backend runs anywhere: no Java, no native binary, no network.
process.env['RECHECK_SYNC_BACKEND'] = 'pure'

const proved = await readProofs().catch(() => new Set<string>())
const unreadable = new Set(UNREADABLE.map(({ source }) => source))
const expressions = regularExpressionsOf(await productSources()).filter((each) => !unreadable.has(textOf(each)))
const faults = expressions.filter((each) => !proved.has(textOf(each))).flatMap((each) => backtrackingOf(each) ?? [])
if (faults.length > 0) throw new Error(`These take more than linear time:\n${faults.join('\n')}`)

const proofs: Proofs = { recheck: await recheckVersion(), linear: expressions.map(textOf).toSorted() }
await writeFile(PROOFS_FILE, `${JSON.stringify(proofs, null, 2)}\n`)
