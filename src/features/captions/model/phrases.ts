/** Function words of a language that decide where a line must not, or should not, end. */
export type Phrases = {
  /** Never separated from the next word. */
  readonly articles: ReadonlySet<string>
  /** Better at the start of a line than at its end: conjunctions and prepositions. */
  readonly openers: ReadonlySet<string>
  /** Spelled-out numbers. */
  readonly numbers: ReadonlySet<string>
  /** True if all nouns are capitalised, not only names. */
  readonly capitalNouns: boolean
}

/** Units that belong to the number before them, in any language. */
export const UNITS: ReadonlySet<string> = listed(
  '% percent per cent km m cm mm mi miles mile kilometers kilometres meters metres feet foot ft inches inch kg g mg lb lbs pounds pound kilos grams ' +
    'l ml liters litres c f degrees celsius fahrenheit mph kmh gb mb tb kb hz khz mhz ghz kw kwh w v px fps ms s sec seconds second min minutes minute h hours hour ' +
    'days day weeks week months month years year am pm a.m. p.m. ' +
    'dollars dollar cents euros euro bucks yen usd eur gbp thousand million billion trillion hundred dozen k ' +
    'prozent meter kilometer grad stunden stunde minuten sekunden jahre tage wochen mal uhr tausend millionen milliarden ' +
    'pourcent mètres kilomètres heures secondes jours mois ans millions milliards por ciento metros kilómetros horas minutos segundos días meses años millones',
)

const english: Phrases = {
  articles: listed('a an the'),
  openers: listed(
    'and or but nor so yet because although though while when where if that which who whom whose than as of in on at by for with from to into onto about over under after before between through during without against my your his her its our their this these those',
  ),
  numbers: listed(
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion',
  ),
  capitalNouns: false,
}

const byLanguage: Readonly<Record<string, Phrases>> = {
  en: english,
  de: {
    articles: listed('der die das den dem des ein eine einen einem einer eines kein keine keinen'),
    openers: listed(
      'und oder aber weil dass wenn als ob denn in im an am auf bei mit nach von vom zu zum zur für über unter durch ohne gegen mein dein sein ihr unser',
    ),
    numbers: listed(
      'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig hundert tausend',
    ),
    capitalNouns: true,
  },
  fr: {
    articles: listed("le la les un une des du au aux l' d'"),
    openers: listed(
      'et ou mais donc or ni car que qui quand si comme de en à dans sur sous par pour avec sans chez mon ton son ma ta sa mes tes ses ce cette ces',
    ),
    numbers: listed('deux trois quatre cinq six sept huit neuf dix vingt trente quarante cinquante cent mille'),
    capitalNouns: false,
  },
  es: {
    articles: listed('el la los las un una unos unas lo al del'),
    openers: listed(
      'y e o u pero porque que cuando si como de en a por para con sin sobre entre mi tu su mis tus sus este esta estos estas',
    ),
    numbers: listed('dos tres cuatro cinco seis siete ocho nueve diez veinte treinta cuarenta cincuenta cien mil'),
    capitalNouns: false,
  },
  it: {
    articles: listed("il lo la i gli le un uno una l' del della dei delle al alla"),
    openers: listed('e o ma perché che quando se come di in a da su per con tra fra mio tuo suo'),
    numbers: listed('due tre quattro cinque sei sette otto nove dieci venti trenta cento mille'),
    capitalNouns: false,
  },
  pt: {
    articles: listed('o a os as um uma uns umas do da dos das no na nos nas'),
    openers: listed('e ou mas porque que quando se como de em por para com sem sobre entre meu minha seu sua'),
    numbers: listed('dois três quatro cinco seis sete oito nove dez vinte trinta cem mil'),
    capitalNouns: false,
  },
  nl: {
    articles: listed('de het een'),
    openers: listed(
      'en of maar want omdat dat als in op aan bij met naar van voor over onder door zonder tegen mijn jouw zijn haar ons',
    ),
    numbers: listed('twee drie vier vijf zes zeven acht negen tien twintig dertig honderd duizend'),
    capitalNouns: false,
  },
}

/** The function words of a language; the English ones for other languages. */
export function phrasesOf(lang: string): Phrases {
  return byLanguage[lang.split('-')[0]?.toLowerCase() ?? ''] ?? english
}

function listed(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
