// What may stand before the subject of a clause and leave its claim alone: "note that", "as of today", "because".
// Data only; read by fronted.ts and scope.ts.
import { Phrases } from './lists.ts';

/** What may stand before the subject of a clause without changing the claim. Longest first. */
export const OPENERS = new Phrases(`
  and; but; so; also; yes; yeah; yep; ok; okay; sure; right; well; now; today; currently; presently; nowadays; still; anyway;
  anyhow; besides; furthermore; moreover; additionally; however; nevertheless; nonetheless; therefore; thus; hence; meanwhile;
  similarly; likewise; finally; lastly; secondly; firstly; first; second; third; because; since; although; though; even though;
  while; whereas; given that; now that; seeing that; seeing as; fyi; btw; psa; ps; hi; hello; hey; thanks; indeed; actually;
  obviously; clearly; certainly; of course; in fact; in short; in brief; in summary; in addition; in general; as; this is why;
  that is why; as of today; as of now; as of this week; right now; these days; at the moment; at present; for now; by now; for
  context; for reference; for the record; for your information; for clarity; to be clear; to clarify; by the way; as you know;
  as we know; as a reminder; as a note; as mentioned; as such; just so you know; just for context; note; note that; note also
  that; also note that; please note; please note that; do note that; remember; remember that; please remember; please remember
  that; keep in mind; keep in mind that; please keep in mind that; bear in mind that; mind that; be aware that; recall that;
  know that; be advised that; we know that; you know that; you should know that; it turns out that; it turns out; turns out;
  turns out that; it is true that; it is a fact that; it is known that; the fact is that; the fact is; the truth is; the point
  is that; i confirm that; i can confirm that; i can confirm; i confirm; we confirm that; we can confirm that; i have confirmed
  that; i have verified that; i have checked that; i have established that; i've confirmed that; i've verified that; i verified
  that; i confirmed that; i found that; i found out that; we found that; confirmed that; it is confirmed that; this means that;
  that means that; which means that; this means; that means; one more thing; quick note; good to know; just to confirm; just to
  be clear; just; just to note; both; i want you to know that; let me note that; let me add that; i should mention that; i
  should note that; i should add that; it should be noted that; it is worth noting that; it's worth noting that; worth noting
  that; it is important to note that; important to note that; it is important to note here that; it is good to know that; it is
  worth mentioning that; no; nope; in my case; in our case; in my house; personally; at home; so yeah; in the end; recently; officially; internally; locally; unfortunately; fortunately; luckily; importantly; notably;
  interestingly; ultimately; certainly; don't forget that; don't forget; i want you to know that; i only want you to know that; i can tell you; i can tell you that;
  since then; oh; true; yes and`);
