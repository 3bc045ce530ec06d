import { listed } from './listed.ts'
import type { Phrases } from './phrases.ts'

/** Verbs of these languages show by their endings. */
const NONE: ReadonlySet<string> = new Set()

/** German. */
export const german: Phrases = {
  determiners: listed(
    'der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner mein meine meinen meinem meiner dein deine deinen deinem deiner sein seine seinen seinem seiner unser unsere unseren unserem euer eure im am vom zum zur beim ins ans',
  ),
  quantifiers: listed(
    'ihr ihre ihren ihrem ihrer dieser diese dieses diesen diesem jeder jede jedes jeden jedem alle allen viele wenig wenige vielen einige mehrere manche solche welche welcher welches beide beiden mehr weniger ganz demselben derselben denselben dieselbe dasselbe',
  ),
  prepositions: listed(
    'in an auf bei mit nach von vom zu zum zur für über unter durch ohne gegen im am beim ins ans aus bis vor seit um zwischen während wegen trotz hinter neben innerhalb außerhalb statt als wie',
  ),
  ties: listed('von vom'),
  conjunctions: listed(
    'und oder aber weil dass wenn als ob denn sondern obwohl damit sodass während nachdem bevor bis seit falls sobald solange wie wo was wer warum wohin woher doch',
  ),
  pronouns: listed('ich du er sie es wir ihr man mich dich sich uns mir dir ihm ihn ihnen niemand jemand'),
  objects: listed('mich dich sich mir dir ihm ihn ihnen uns euch'),
  auxiliaries: listed(
    'ist sind bin bist war waren warst wäre sein gewesen habe hast hat haben hatte hatten hätte hätten gehabt werde wirst wird werden wurde wurden würde würden kann kannst können konnte konnten könnte könnten muss musst müssen musste mussten soll sollen sollte sollten will willst wollen wollte wollten darf dürfen durfte mag mögen möchte möchten',
  ),
  adverbs: listed(
    'nicht nie niemals sehr so zu mehr ganz nur auch noch schon fast immer wirklich ziemlich viel etwa rund über mindestens besonders einfach gar',
  ),
  followers: listed('nicht zurück weg ab los'),
  adjectives: listed(
    'große großen großer großes kleine kleinen kleiner kleines neue neuen neuer neues alte alten alter altes gute guten guter gutes schlechte schlechten schlechter erste ersten letzte letzten nächste nächsten ganze ganzen eigene eigenen junge jungen lange langen hohe hohen hoher schöne schönen dunkle hellen weiße weißen schwarze schwarzen rote roten selben gleichen meisten guten besten größten größeren weitere weiteren andere anderen',
  ),
  adjectiveEnding: /(?:lich|isch|ig|los|bar|sam)(?:e|en|er|es|em)$/u,
  verbs: NONE,
  verbEnding: /(?:ierte|ierten|iert)$/u,
  infinitives: listed('zu'),
  infinitiveEnding: /en$/u,
  participle: /^ge.+(?:t|en)$/u,
  pairs: new Set(
    'egal wie|egal was|egal wer|egal wo|mehr als|weniger als|besser als|zum beispiel|noch nicht|gar nicht|nicht mehr|immer noch|nie mehr|so dass|ein bisschen|ein paar|vor allem|auf einmal|zu wenig|zu viel|wie viel|wie viele|um zu|ohne zu|vor kurzem|so viel'.split(
      '|',
    ),
  ),
  numbers: listed(
    'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig hundert tausend',
  ),
  capitalNouns: true,
}

/** Dutch. */
export const dutch: Phrases = {
  determiners: listed("de het een mijn jouw zijn haar ons onze hun je z'n m'n zo'n"),
  quantifiers: listed(
    'dit dat deze die elke elk ieder iedere alle veel weinig sommige enkele meer minder geen welke beide beiden half paar',
  ),
  prepositions: listed(
    'in op aan bij met naar van voor over onder door zonder tegen uit om tot sinds tussen tijdens via langs achter naast binnen buiten rond vanaf vanuit als dan te',
  ),
  ties: listed('van'),
  conjunctions: listed(
    'en of maar want omdat dat als toen terwijl hoewel zodat totdat nadat voordat sinds zoals wie wat waar wanneer waarom hoe dus',
  ),
  pronouns: listed('ik je jij hij ze zij het we wij jullie u men me mij zich hem hen niemand iemand iedereen er'),
  objects: listed('me mij zich hem haar hen ons'),
  auxiliaries: listed(
    'is zijn ben bent was waren geweest heb hebt heeft hebben had hadden word wordt worden werd werden zal zul zult zullen zou zouden kan kun kunt kunnen kon konden moet moeten moest moesten mag mogen mocht wil wilt willen wilde wilden ga gaat gaan ging',
  ),
  adverbs: listed(
    'niet nooit heel zeer erg zo te meer nog al bijna altijd ook maar alleen echt veel ongeveer minstens wat iets',
  ),
  followers: listed('niet terug weg af op mee'),
  adjectives: listed(
    'grote groot kleine klein nieuwe nieuw oude oud goede goed slechte slecht eerste laatste volgende hele heel eigen jonge jong lange lang hoge hoog mooie mooi donkere witte wit zwarte zwart rode rood andere ander meeste beste grootste grotere',
  ),
  adjectiveEnding: /(?:lijke|ische|ige|loze|bare|zame)$/u,
  verbs: NONE,
  verbEnding: null,
  infinitives: listed('te'),
  infinitiveEnding: /en$/u,
  participle: /^ge.+(?:t|d|en)$/u,
  pairs: new Set(
    'meer dan|minder dan|beter dan|een paar|een beetje|niet meer|nog niet|nog steeds|te veel|te weinig|veel te|ten minste|op zoek|om te|zonder te|zo veel|bij voorbeeld'.split(
      '|',
    ),
  ),
  numbers: listed(
    'twee drie vier vijf zes zeven acht negen tien elf twaalf twintig dertig veertig vijftig honderd duizend',
  ),
  capitalNouns: false,
}
