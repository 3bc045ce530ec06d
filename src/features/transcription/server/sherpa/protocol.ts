import { z } from 'zod'

/** A model's files by role; absolute paths. */
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

/** Requests to the child, one JSON object per line: first the model, then each piece. */
export const Request = z.discriminatedUnion('type', [
  /** @property memoryMb resident memory at which the child ends itself */
  z.object({ type: z.literal('load'), files: ModelFiles, threads: z.int().min(1), memoryMb: z.int().min(1) }),
  z.object({
    type: z.literal('recognise'),
    id: z.int(),
    wavPath: z.string(),
    startMs: z.int().min(0),
    endMs: z.int().min(0),
    /** ISO 639, or empty to detect the language. Only Whisper uses it. */
    language: z.string(),
  }),
])
export type Request = z.output<typeof Request>

/** Responses of the child, one JSON object per line. */
export const Answer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('recognised'),
    id: z.int(),
    text: z.string(),
    /** The language Whisper detected; empty from other models. */
    language: z.string(),
    tokens: z.array(z.string()),
    timestamps: z.array(z.number()),
    durations: z.array(z.number()),
    logProbs: z.array(z.number()),
  }),
  /** The piece could not be recognised; the child can continue. */
  z.object({ type: z.literal('failed'), id: z.int(), message: z.string() }),
])
export type Answer = z.output<typeof Answer>

/** The child's exit status after it exceeds its memory limit. */
export const OUT_OF_MEMORY_STATUS = 77
