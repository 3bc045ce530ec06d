import { englishVerbs } from './english-verbs.ts'
import { listed } from './listed.ts'
import type { Phrases } from './phrases.ts'

/** English; also the fallback for languages without rules of their own. */
export const english: Phrases = {
  determiners: listed('a an the my your our their its whose'),
  quantifiers: listed(
    'his her this that these those each every some any no all both half many much few several most more less fewer other another such enough either neither what which',
  ),
  prepositions: listed(
    'of in on at by for with from to into onto about over under after before between through during without against above across along among around behind below beneath beside besides beyond despite down except inside like near off outside past per since than toward towards until upon via within as',
  ),
  ties: listed('of per to'),
  conjunctions: listed(
    "and or but nor so yet because although though while when where if that which who whom whose than as unless whether until once since why how what whatever whenever wherever that's who's what's where's how's",
  ),
  pronouns: listed(
    "i you he she it we they i'm i've i'll i'd you're you've you'll you'd he's he'll he'd she's she'll she'd it's it'll it'd we're we've we'll we'd they're they've they'll they'd there's there here's nobody everybody somebody anyone everyone someone who's that's let's",
  ),
  objects: listed(
    'me him us them it you her everybody everyone somebody someone anybody anyone myself yourself himself herself itself ourselves themselves yourselves',
  ),
  auxiliaries: listed(
    "is are was were be been being am have has had having do does did will would can could should may might must shall isn't aren't wasn't weren't haven't hasn't hadn't don't doesn't didn't won't wouldn't can't cannot couldn't shouldn't mustn't gonna wanna gotta ain't used going able supposed trying",
  ),
  adverbs: listed(
    'not never very so too more most really quite just even only almost always already about around nearly rather pretty extremely much least well still also often actually basically literally completely totally exactly usually ever less as how',
  ),
  followers: listed('not up out off away back down along together else too ago'),
  adjectives: listed(
    'big small large little long short high low old new young good great bad best better worst worse first last next same different own early late right wrong real true whole full empty hot cold warm cool hard soft easy simple quick fast slow free cheap rich poor strong weak heavy light dark bright deep wide thin thick clean dirty dry wet sharp flat round tall tiny huge black white red blue green yellow brown grey gray orange pink purple nice fine pretty clear close sweet fresh raw public private main major minor open single double second third second-hand wooden previous northern southern eastern western biggest smallest largest longest best-known old-fashioned common certain recent human personal modern ancient foreign whole entire equal',
  ),
  adjectiveEnding: /(?:ous|ful|less|able|ible|ical|ional|ive|ish|est)$/u,
  verbs: englishVerbs,
  verbEnding: /(?<!e)ed$/u,
  infinitives: listed('to'),
  infinitiveEnding: null,
  participle: null,
  pairs: new Set(
    'at least|at most|at all|at first|at last|at home|of course|for example|in fact|as well|each other|one another|a lot|a few|a little|a bit|instead of|next to|according to|because of|out of|such as|due to|more than|less than|rather than|other than|as if|even if|even though|so that|as soon|as long|front of|away from|able to|full of|part of|half of|most of|all of|one of|some of|none of|lot of|kind of|sort of|bit of|need to|needs to|needed to|want to|wants to|wanted to|have to|has to|had to|having to|used to|going to|how to|where to|ought to|lot like|look at|looks at|looked at|looking at|let it|let me|let him|let her|let them|let us|talk about|talked about|talking about|think about|wait for|listen to|depends on|believe in|made of'.split(
      '|',
    ),
  ),
  numbers: listed(
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion',
  ),
  capitalNouns: false,
}
