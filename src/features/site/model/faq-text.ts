import { PACK_LASTS_MONTHS, PLANS, WITHDRAWAL_DAYS } from '#features/billing/model/index.ts'
import { formatDays } from '#platform/shared/format/limits.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { videosFor } from './pricing.ts'
import { reach, type TextFacts } from './text-facts.ts'

/** /faq, in the Markdown of our texts: a heading for each group, and a subheading for each question. */
export function faqText(facts: TextFacts): string {
  return [start, captions, exporting, creditsAndPlans(facts), files, people(facts)].join('\n')
}

/** Questions about money, also shown on the pricing page. */
export function creditsAndPlans({ price, contacts }: TextFacts): string {
  const minutes = price.spanMs / 60_000
  return `
## Credits and plans

### What does a video cost?

${price.credits} credits for each started ${minutes} minutes. A clip of 40 seconds costs ${price.credits}, and so does one of exactly ${minutes} minutes; one second
more and it is ${2 * price.credits}. The length is measured from the file itself, and the price stands on the button before you press it.

### What is free?

Everything but the captioning itself: editing, changing the look, caption files, and exporting as often as you like. You
start with ${PLANS.free.credits.amount} credits, enough for about ${videosFor(PLANS.free.credits.amount, price)} short videos, and need no card.

### When are credits taken?

When captioning starts they are set aside, and when the captions are ready they are charged. If it fails or you stop
it, they are back in your account at once.

### Do credits expire?

The ${PLANS.free.credits.amount} you start with never do. A plan's credits roll over, up to one month's worth. Packs last ${PACK_LASTS_MONTHS} months. What
expires soonest is used first.

### Is there a watermark?

No. Not on the free plan either.

### Can I change or cancel my plan?

Yes, at any time. An upgrade counts at once. A downgrade or a cancellation counts at the end of the period you paid
for. Nothing you made is deleted: what is over the new limit becomes read-only, and you have 30 days to download it or
make room.

### How do I get my money back?

Write to ${reach(contacts, 'support')}. [The refund policy](/refund) says when and how; as a consumer in the EU you have ${WITHDRAWAL_DAYS} days to
change your mind.
`
}

const start = `
## Getting started

### What does ${PRODUCT_NAME} do?

You drop in a video of somebody talking. ${PRODUCT_NAME} finds each word and the moment it is spoken, and you get the video
back with animated captions in it, ready to post. In between you can change every word and the whole look.

### Which videos can I upload?

MP4, MOV, M4V, WebM and MKV, with H.264, HEVC, VP8, VP9 or AV1 pictures, up to 3840×2160 pixels and 120 frames a second.
Upright or on its side, HDR, a changing frame rate: what phones record is welcome. How long and how large depends on
[your plan](/pricing).

### Which languages does it understand?

The page that starts the captions lists what can be listened to here, and says honestly how well. For any other
language, paste your script or bring an SRT, VTT or JSON file: its words are kept, and each is timed to the sound.

### What if my video has no sound?

You can upload it all the same. Its captions begin empty, and you type them.

### Does it work on a phone?

Yes, in the browser: uploading, correcting and exporting. For long edits a keyboard is more comfortable.
`

const captions = `
## Captions and editing

### How good are the captions?

On clear speech most words are right the first time. The words we doubt are underlined, so that you see where to look.
Music, several people at once and strong echo make it harder. With your own script every word is right from the start.

### How do I correct a word?

Click it in the transcript and type. The other words keep their times to the millisecond.

### Can I change when a word appears?

Yes. Select it and move its start or end. You can also split a line, join two, and find and replace.

### Is my work saved?

By itself, while you type; the editor shows when. If the connection is lost, your edits wait in the browser and are sent
when it is back. Undo goes back as far as you like.

### Can I change the look?

Pick a template, then change font, size, colours, position and more. The preview shows your own words, and is drawn by
the same code as the export.

### Do emoji, Arabic or Japanese work?

Yes. Emoji are in colour, Arabic and Hebrew run from the right, and Hindi and Japanese have the right shapes.
`

const exporting = `
## Exporting

### What do I get?

An MP4 that every social network takes, with the captions burned in, at your size and frame rate and with your sound
untouched where that is possible. Caption files too: SRT, WebVTT and JSON.

### Is the export what I saw?

Yes. The preview and the export are drawn by the same painter, and a test compares them pixel by pixel.

### How often may I export?

As often as you like. Exports cost no credits.

### Can I leave while it works?

Yes, at every step. Uploads continue where they were; captions and exports go on without you.
`

const files = `
## Your files

### Who can see my videos?

You, and whom you invite. Nobody else can open a file, not even with its address.

### Is my video sent to other companies or used for training?

No. The words are found on our own machines, and we do not train anything on what you upload.

### How long are my files kept?

On the free plan ${formatDays(PLANS.free.storage.keptMs)}. On the other plans as long as you have the plan.

### How do I delete everything?

Delete single videos wherever you see them, or your account in [your profile](/profile). Before your account goes, we say
what will be lost. [The privacy policy](/privacy) has the details.
`

function people({ contacts }: TextFacts): string {
  return `
## Working with others

### Can my team edit with me?

Yes, from the Pro plan on; [the plans](/pricing) say how many people. You invite them by e-mail as editors or viewers. They
see your projects and not your billing.

### Is there an affiliate programme?

Yes. You earn 40% of what the people you refer pay, on every paid invoice. [Become an affiliate](/affiliate).

### My question is not here.

Look at [Support](/support), or write to ${reach(contacts, 'support')}.
`
}
