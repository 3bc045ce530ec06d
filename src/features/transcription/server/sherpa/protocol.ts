import { z } from 'zod'

/** A model's files by what they do; absolute paths. */
export const ModelFiles = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('transducer'),
    encoder: z.string(),
    decoder: z.string(),
    joiner: z.string(),
    tokens: z.string(),
  }),
  z.object({ kind: z.literal('nemo-ctc'), model: z.string(), tokens: z.string() }),
  z.object({ kind: z.literal('whisper'), encoder: z.string(), decoder: z.string(), tokens: z.string() }),
])
export type ModelFiles = z.output<typeof ModelFiles>

/** What the child is told once, before anything else, and then piece by piece: one JSON object a line. */
export const Request = z.discriminatedUnion('type', [
  /** @property memoryMb resident memory at which the child ends itself */
  z.object({ type: z.literal('load'), files: ModelFiles, threads: z.int().min(1), memoryMb: z.int().min(1) }),
  z.object({
    type: z.literal('recognise'),
    id: z.int(),
    wavPath: z.string(),
    startMs: z.int().min(0),
    endMs: z.int().min(0),
    /** ISO 639, or empty: the model shall tell. Only Whisper listens to it. */
    language: z.string(),
  }),
])
export type Request = z.output<typeof Request>

/** What the child answers, one JSON object a line. */
export const Answer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('heard'),
    id: z.int(),
    text: z.string(),
    /** What Whisper took the language for; empty from other models. */
    language: z.string(),
    tokens: z.array(z.string()),
    timestamps: z.array(z.number()),
    durations: z.array(z.number()),
    logProbs: z.array(z.number()),
  }),
  /** The piece could not be recognised; the child can go on. */
  z.object({ type: z.literal('failed'), id: z.int(), message: z.string() }),
])
export type Answer = z.output<typeof Answer>

/** The child's exit status after it took more memory than it may. */
export const OUT_OF_MEMORY_STATUS = 77
