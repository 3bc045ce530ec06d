import { once } from 'node:events'
import { createInterface } from 'node:readline'
import sherpa from 'sherpa-onnx-node'
import { watchMemory } from '../sherpa/watch-memory.ts'
import { type PunctuationAnswer, PunctuationRequest } from './protocol.ts'

/**
 * Punctuates passages in a separate Node.js process, which a bad model may abort and a cancellation kills. Reads one
 * request from standard input.
 */
const [line] = await once(createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }), 'line')
const { network, vocabulary, passages, threads, memoryMb } = PunctuationRequest.parse(JSON.parse(String(line)))
watchMemory(memoryMb)
const punctuation = new sherpa.OnlinePunctuation({
  model: { cnnBilstm: network, bpeVocab: vocabulary, numThreads: threads, provider: 'cpu', debug: 0 },
})
const answer: PunctuationAnswer = { passages: passages.map((passage) => punctuation.addPunct(passage)) }
process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit(0))
