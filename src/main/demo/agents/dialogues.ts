// What the demo's people say to their agents: questions about known names, statements that teach, and names nobody has told of.
// Text only. The statements agree with the story of `story/chapters.ts`, except where a chapter of contradictions says otherwise.

/** A conversation's human turns, in order; it starts over with another one when they are used up. */
export type Dialogue = readonly string[];

export const OPERATOR_DIALOGUES: readonly Dialogue[] = [
  [
    'gnommoweb answers slowly since this morning. Please check whether it is up.',
    'What does gnommoweb run on, and who owns it?',
    'quizmaker is a web service. It came with the last release of Web Platform.',
    'quizmaker runs on hypatia. Check that it is reachable from gnommoapi.',
    'Which team do I call about quizmaker?',
  ],
  [
    'List what failed in nightly_ingest last night.',
    'embed_step belongs to nightly_ingest, so look there first. Why did it stop?',
    'Where does nightly_ingest run?',
    'papercrab is a repo of Glitch University. Does it have anything to do with thesis_index?',
    'Check the free space on noether before you restart anything.',
  ],
  [
    'Restart dobby, please, it has been idle for an hour.',
    'dobby is a member of agent_pool. How many others are there on hypatia?',
    'The gremlinctl job keeps writing to the same log. Check what gremlinctl is.',
    'What is gremlinctl, and does ramanujan know it?',
    'gremlinctl is a kind of scheduler. Check its status again.',
  ],
];

export const LOOP_TASKS: readonly string[] = [
  'The model disk on ramanujan is full again. Find out why and fix it.',
  'Pulling gpt-oss on ramanujan fails for want of space. Make room.',
];

export const STUDENT_DIALOGUES: readonly Dialogue[] = [
  [
    'What is lecturebot?',
    'And what is it built with?',
    'slidesmith is part of Teaching Platform, too. What does it share with lecturebot?',
    'Who do I ask about gradebook_db?',
    'Does marginalia talk to gradebook_db?',
  ],
  [
    'Which service signs me in when I open gnommoweb?',
    'gnommoauth is owned by security_team. Is gnommoauth in production?',
    'Where is the machine that runs gnommoweb?',
    'Explain in one sentence what k3s does for lecturebot.',
  ],
];

/** One-shot questions of a cron job; each is a conversation of its own. */
export const HELPDESK_QUESTIONS: readonly string[] = [
  'Where is ramanujan?',
  'What is traefik?',
  'What does thesis_index run on?',
  'inkpot is a printer. Where do I find it?',
  'Which models does ollama serve?',
  'Is flux-relay down? Three people asked about flux-relay today.',
  'What is hypatia, and who owns it?',
  'vector_store is a database. Which pipeline fills vector_store?',
  'Who is in charge of noether?',
];
