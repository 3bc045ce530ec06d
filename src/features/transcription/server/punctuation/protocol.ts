import { z } from 'zod'

/** The one request to the child: passages of bare words, and the files of the model by absolute paths. */
export const PunctuationRequest = z.object({
  network: z.string(),
  vocabulary: z.string(),
  /** Words in lower case with a blank between them, in order. */
  passages: z.array(z.string()),
  threads: z.int().min(1),
  /** Resident memory at which the child ends itself, in MiB. */
  memoryMb: z.int().min(1),
})
export type PunctuationRequest = z.output<typeof PunctuationRequest>

/** What the child answers, one JSON object on one line: the same passages with marks and capitals. */
export const PunctuationAnswer = z.object({ passages: z.array(z.string()) })
export type PunctuationAnswer = z.output<typeof PunctuationAnswer>
