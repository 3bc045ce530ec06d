// Reads recordings as JSON on standard input; writes the pages of @remotion/captions and the words' parts of speech.
import { text } from 'node:stream/consumers'
import { createTikTokStyleCaptions } from '@remotion/captions'
import nlp from 'compromise'

/** As in the documentation of `createTikTokStyleCaptions`. */
const PAGE_MS = 1_200

const { recordings, sentences } = JSON.parse(await text(process.stdin))
process.stdout.write(JSON.stringify({ pages: recordings.map(pagesOf), tags: sentences.map(tagsOf) }))

/** The number of words on each page. */
function pagesOf(words) {
  const captions = words.map(({ text, startMs, endMs }) => ({
    text: ` ${text}`,
    startMs,
    endMs,
    timestampMs: startMs,
    confidence: 1,
  }))
  const { pages } = createTikTokStyleCaptions({ captions, combineTokensWithinMilliseconds: PAGE_MS })
  return pages.map(({ tokens }) => tokens.length)
}

/** The tags of each word; null when the tagger divides the sentence otherwise. */
function tagsOf(words) {
  const terms = nlp(words.join(' '))
    .json({ terms: { text: true, tags: true } })
    .flatMap((sentence) => sentence.terms)
    .filter((term) => term.text !== '')
  return terms.length === words.length ? terms.map(({ tags }) => tags) : null
}
