import { waitForTurn } from '../threads/event-loop-turn.ts'

/** Letters that are written in one turn of the event loop, in a few milliseconds. */
const LETTERS_PER_TURN = 100_000

/** Encodes a text in UTF-8, piece by piece, in as many turns of the event loop as its length needs. */
export async function* encodeInTurns(pieces: Iterable<string>): AsyncGenerator<Buffer<ArrayBuffer>> {
  let turn = ''
  for (const piece of pieces) {
    turn += piece
    if (turn.length < LETTERS_PER_TURN) continue
    yield Buffer.from(turn)
    turn = ''
    await waitForTurn()
  }
  yield Buffer.from(turn)
}
