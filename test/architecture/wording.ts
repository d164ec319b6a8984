/** Wording that docs/writing.md replaces: a pattern to search for, in any letter case, and the replacement. */
export interface Replacement {
  readonly find: RegExp;
  readonly use: string;
}

const unit =
  '(?:cell|check|class|column|day|document|field|file|heading|item|kind|label|leaf|line|millisecond|minute|name|packet|page|repeat|request|row|rule|run|second|side|step|table|term|value|vendor|version|word)';

export const replacements: readonly Replacement[] = [
  // Outdated words, and words that usually mean something else.
  { find: /\bmend(?:s|ed|ing)?\b/i, use: 'fix' },
  {
    find: /\bcannot[ -]tell\b|\b(?:can|cannot|could not) be told\b/i,
    use: 'inconclusive; cannot be decided',
  },
  { find: /\btells?\b|\btold\b|\btelling\b.*\bapart\b/i, use: 'report, state, show, explain, distinguish' },
  {
    find: /\b(?:stands?|stood|standing)\b(?!-| (?:for|alone|out|still|upright)\b)/i,
    use: 'is, appears, is listed',
  },
  {
    find: /\b(?:lies?|lay|lying)\b(?= \w)(?! (?:\w+ )?(?:above|below|within|between|outside|inside|entirely)\b)(?! (?:out|on an?)\b)/i,
    use: 'is, is stored, is located',
  },
  { find: /\bbeside\b/i, use: 'next to, in addition to' },
  { find: /\banew\b/i, use: 'again' },
  { find: /\bof (?:its|their|his|one.s) own\b/i, use: 'its own, a separate' },
  { find: /\bproven\b/i, use: 'verified; significant' },
  { find: /\bnobody\b|\bsomebody\b/i, use: 'no one; name the actor' },
  { find: /\bwhoever\b|\bwhosoever\b|\bhe who\b/i, use: 'the caller, a client that' },
  { find: /\bparted\b|\bpart (?:the|them|no|an|words|lines)\b/i, use: 'separate, separated' },
  { find: /\bbless(?:ed|es|ing|ings)?\b/i, use: 'set as baseline' },
  { find: /\bsuspects?\b/i, use: 'label issue' },
  { find: /\bplant(?:s|ed|ing|able)?\b/i, use: 'inject, injected error' },
  { find: /\bat hand\b/i, use: 'current, given' },
  { find: /\bwitness(?:es)?\b/i, use: 'evidence, source' },
  { find: /\bfewest\b|^Most (?!of\b)\w/i, use: 'minimum, maximum number of' },
  { find: /\b(?:by|in) (?:falling|rising)\b/i, use: 'descending, ascending' },
  { find: /\blikeness(?:es)?\b/i, use: 'similarity' },
  { find: /\btwists?\b/i, use: 'variation' },
  { find: /(?<!round[ -])\btrip\b/i, use: 'attempt' },
  { find: /\bfloors\b/i, use: 'layers' },
  { find: /\bdeaf\b|\bpatien(?:ce|t)\b/i, use: 'cooldown, timeout, retry limit' },
  { find: /\ba slip\b|\bslips\b(?! of\b)/i, use: 'mistake' },
  { find: /\bof no importance\b/i, use: 'negligible' },
  { find: /\bunseen\b/i, use: 'without review' },
  {
    find: /\b(?:merely?|thereby|hence|whence|wherein|thereof|nought|scarcely|reckon(?:ed|s)?|spoil(?:s|ed|t)?|a hair|unlike ones|rightly|hitherto|sooner or later)\b/i,
    use: 'a common modern word',
  },
  // Phrases that hide the actor or the subject.
  {
    find: /(?<!there )\b(?:is|are|was|were) no (?!longer|more|less|worse|better|larger|greater|other|doubt|different)\w/i,
    use: 'is not a; invalid',
  },
  { find: /(?<!there )\b(?:is|are) none\b/i, use: 'is not one; is empty' },
  {
    find: /\b(?:held|holds?|holding) (?:\w+ ){0,3}(?:against|to what)\b|\bis held to\b/i,
    use: 'compare with, check against',
  },
  {
    find: /\b(?:nothing|not) (?:is|was|be) said\b|\b(?:says?|said) (?:nothing|something|no more|anything)\b|\bis said\b/i,
    use: 'by default; empty; unspecified',
  },
  { find: /\b(?:becomes?|became|makes?|comes?) of\b/i, use: 'what happens to; result of' },
  {
    find: /\bwhat (?:is|was) left\b(?! out)|\bthat (?:is|are) left\b(?! out)/i,
    use: 'the remaining, the rest',
  },
  { find: /\b(?:says?|said|saying) so\b/i, use: 'state it: report that ...' },
  {
    find: /\bunasked\b|\basked for\b|\bof what is asked\b|\bwithout being asked\b/i,
    use: 'requested; by default',
  },
  { find: /\b(?:comes?|came|coming) (?:out|about)\b/i, use: 'result in, be scored as' },
  { find: /(?<!to )\bspeaks? (?:of|to|for|only|about)\b/i, use: 'use, describe, send' },
  { find: /\b(?:keeps?|kept) to\b(?! (?:a|one) (?:line|page))/i, use: 'meet, comply with' },
  { find: /(?<!, )\bno more\b(?! than)/i, use: 'no longer' },
  { find: /\bin (?:play|force)\b/i, use: 'active, selected' },
  { find: /\b(?:is|are|was|were|be|been|not) looked (?:at|for|through)\b/i, use: 'is checked, is searched' },
  { find: /\b(?:be|is|are) had\b|\b(?:is|are|be|was|were) got\b/i, use: 'is available, is fetched' },
  { find: /\b(?:of|for|is) the whole\b(?= ?[.,;:)]|$)/i, use: 'overall' },
  { find: /\blean(?:s|ed|ing)? on\b|\btoo small to\b/i, use: 'rely on' },
  {
    find: /(?<!can )(?<!could )\b(?:is|are|was|were|be|being) answered\b/i,
    use: 'name the actor: the service responds with',
  },
  {
    find: /\bours\b|\bour (?:own )?(?:mistake|figures|fault)\b/i,
    use: 'goldset; a local extension; internal error',
  },
  // Connectives.
  { find: /(?<!looks? )(?<!treat(?:ed)? )\balike\b/i, use: 'equal, the same way' },
  {
    find: /\bso (?:many|much|long)\b(?! (?:that|as)\b)|\bso (?:small|large|long|far|short|big) an?\b/i,
    use: 'this many; at most N',
  },
  { find: /\b(?:go|goes|went|going) on\b(?! to the\b)/i, use: 'continue, resume' },
  {
    find: /\bwhere (?:there (?:is|are|was|were)|it (?:has|is(?! \w+st\b)|can|cannot|was|does|had|could|gives)|they (?:are|have)|nothing|none|no\b|neither)/i,
    use: 'if, when',
  },
  { find: /(?:\b(?:and|or)|[,;]) else\b(?! if)|\ball else\b/i, use: 'otherwise; everything else' },
  {
    find: /^The same\b(?! (?:as|seed|bytes|file|item|document|order|input|number|record|run)\b)/,
    use: 'name it: "Like X, but ..."',
  },
  {
    find: new RegExp(
      `\\b(?:an?|one|two|so many|\\d+|each) (?!(?:is|has|was|as|in|of|for|or)\\b)[a-z]+ an? ${unit}\\b(?= and\\b|[.,;:)\\]]|$| \\()`,
      'i',
    ),
    use: 'per',
  },
];

/** Files whose texts are data or generated, and files that are about wording. */
export const unchecked =
  /fixtures\/|^reports\/|\/bundle\/|^bench\/results\/|^datasets\/(?!generate\/|README)|^datasets\/generate\/wording\/|^docs\/(?:errors|reference|conformance|configuration|writing)\.md$|\.d\.ts$|^test\/architecture\/wording/;

/**
 * Files with vocabularies of the local engine and of generated documents. Their strings are data, so only their
 * comments are checked.
 */
export const commentsOnly =
  /\/lexicon\/|\/engines\/local\/text\/|document-titles|^datasets\/generate\/documents\//;
