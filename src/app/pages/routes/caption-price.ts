import { captionPrice, PRICED_SPAN_MS } from '#features/transcription/model/index.ts'

/** The price of captions, for pages that show it: site may import billing, but not transcription. */
export const CAPTION_PRICE = { credits: captionPrice(PRICED_SPAN_MS), spanMs: PRICED_SPAN_MS }
