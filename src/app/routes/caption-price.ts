import { captionPrice, PRICED_SPAN_MS } from '#features/transcription/model/index.ts'

/** What captioning costs, for the pages that tell it: the site knows billing, and not transcription. */
export const CAPTION_PRICE = { credits: captionPrice(PRICED_SPAN_MS), spanMs: PRICED_SPAN_MS }
