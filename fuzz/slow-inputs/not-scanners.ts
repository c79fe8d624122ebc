// Modules that search or take apart text and yet are no row of the registry, each with why that is no danger: what they read is
// ours, or short before they see it, or read where nobody waits. Used by scanners.test.ts.

/** Modules by the reason. */
const BY_REASON: Readonly<Record<string, string>> = {
  "what it takes apart is ours or an operator's: settings, addresses, files on this disk":
    'main/core/advisory/advisory-side main/core/advisory/briefs-side main/advisory/brief/profiles main/advisory/findings/trusted-issuers main/api/system main/console/call-record main/console/first-run main/core/console-side main/core/demo-removal main/settings/addresses main/transfer/backup-directory main/core/clock main/settings/config main/core/data-dir main/core/data-dir-lock main/core/older-holder main/core/site main/settings/settings-service main/console/test-prompt main/transfer/transfer-service main/core/warm-up main/api/doors main/api/models main/llm/base-url main/outgoing/addresses main/advisory/sbom/config main/llm/vault main/llm/model-registry main/llm/model-desk main/llm/call-guard main/proxy/pool/open-upstream shared/upstream/upstream-url shared/upstream/context-lengths shared/allowed-actions shared/hidden-paths shared/is-address shared/setting-titles main/infra/executors/confined/confined-shell',
  'a text of at most 64 KB in a command line tool that serves nobody else; micromark parses it, by the square at worst, and one linear expression reads its blocks':
    'main/advisory/cite/citations main/cli/explain/explain-citations',
  'a date as the system writes it': 'main/infra/utc-words main/infra/snapshots/snapshot-name',
  "things of the demo, which reach nothing: our own words, paths checked before, and files of an operator's, split at line ends":
    'main/core/demo-evidence main/infra/providers/demo/caddyfile main/infra/providers/demo/executor main/infra/providers/demo/files main/infra/providers/demo/journal',
  'reads rows we wrote ourselves':
    'main/memory/history/call-words main/proxy/traffic/traffic-file main/advisory/brief/compose main/advisory/brief/conflict-statements main/advisory/brief/remedy-statements main/advisory/brief/verdict-statements main/advisory/outputs/brief-desk main/advisory/outputs/briefs main/advisory/outputs/kept-brief main/advisory/context/remedies main/advisory/brief/computed-sources main/advisory/context/read-context main/advisory/context/read-run main/advisory/findings/detail main/advisory/findings/findings main/advisory/findings/claims main/advisory/brief/brief-sections main/advisory/brief/remediation-steps main/advisory/brief/severity-statements main/advisory/brief/unaffected-statements main/advisory/evidence/import-evidence main/offline/take-evidence main/advisory/findings/known-risks main/advisory/findings/match main/advisory/findings/matching main/advisory/findings/notes main/advisory/findings/runners main/advisory/findings/own-release main/advisory/findings/stored-finding main/memory/history/event-summary main/memory/history/history main/memory/history/later-testimonies main/memory/history/plan-undo main/memory/history/undo-conflicts main/memory/history/undo-edges main/memory/history/verify-history main/memory/decide/outcomes main/memory/decide/deltas main/memory/decide/run-action main/memory/write/learner main/memory/ask/ask-worker main/memory/ask/question main/memory/resolve/question main/offline/brief-bundle main/offline/bundle-contents main/offline/export-notes main/offline/memory-files main/offline/vex-documents',
  'runs in a thread of its own, line by line':
    'shared/files/csv-cells main/transfer/conflict-lines main/transfer/graph-pages main/transfer/import-lines shared/files/xml-text shared/model/graph-file',
  'runs in the thread that imports evidence, which is ended when one document takes too long; single passes, anchored patterns of bounded parts':
    'main/advisory/identity/product main/advisory/evidence/archive main/advisory/evidence/sidecars main/advisory/evidence/sources main/advisory/formats/attestation main/advisory/formats/not-read main/advisory/formats/signature main/advisory/formats/split-document main/advisory/formats/build-facts main/advisory/formats/product-range main/advisory/formats/csaf-products main/advisory/formats/csaf main/advisory/formats/cyclonedx-shapes main/advisory/formats/cyclonedx-vulnerabilities main/advisory/formats/cyclonedx main/advisory/formats/exploited main/advisory/formats/nvd main/advisory/formats/openvex main/advisory/formats/osv main/advisory/formats/our-formats main/advisory/formats/read-document main/advisory/formats/schemas main/advisory/formats/spdx main/advisory/formats/words main/advisory/retrieval/chunk-texts main/advisory/retrieval/chunks main/advisory/identity/keys main/advisory/evidence/rows',
  'a file of a bundle: its size is told before it is read, lines are of at most 16 MB, JSON is parsed natively and once; checked in a thread of its own, and taken in some lines at a time':
    'main/offline/entry-text main/offline/join-rest',
  'searches a list or a name of at most a few hundred characters':
    'main/agent/plans/plan-action main/graph/views/fact-test main/memory/decide/draft shared/model/memory/graph-edit main/advisory/context/concept-chunks main/advisory/context/read-key main/advisory/brief/grouped-findings main/advisory/outputs/step-message main/advisory/findings/severity main/advisory/findings/document-reach main/advisory/vex/flip main/advisory/brief/profile-config shared/model/evidence/brief-flags main/advisory/findings/coverage main/advisory/findings/list-identity main/advisory/findings/products main/advisory/evidence/uploads main/advisory/evidence/ecosystems main/advisory/evidence/evidence-worker main/graph/columns/concept-graph main/graph/columns/vocabulary main/graph/columns/row-pages main/memory/write/confirmation main/memory/write/possible-fact main/clients/client-registry main/proxy/pool/model-name main/proxy/exchange/allowed-origin main/clients/caller main/proxy/exchange/headers main/proxy/traffic/traffic-export shared/traffic-filter main/memory/ask/sentence-store main/graph/columns/scoped-graph main/graph/columns/refinement main/memory/write/record-facts main/core/host-names main/http/console-origin main/infra/approvals/callout-letter main/agent/context/finding-section main/proxy/loops/turns/waiting main/offline/bundle-layout main/offline/bundle-shelf main/offline/bundle-signature',
  "reads what was cut before: an error's body to 64 KB, a line to a few hundred characters":
    'main/llm/http-refusal main/llm/llm-error main/llm/model-problems main/llm/try-model main/llm/claude-chat main/memory/resolve/proposal main/memory/resolve/dimension-name main/memory/resolve/part-naming main/proxy/loops/answer/feedback main/proxy/loops/ordered main/proxy/loops/finding main/proxy/loops/answer/breaker-answer main/proxy/exchange/relay',
  'parses JSON of an upstream the operator named, natively and once':
    'main/proxy/pool/merged-lists main/proxy/pool/probe',
  'the headers of an upstream, which undici bounds to 16 KB; one pattern without repetition':
    'main/proxy/exchange/response-headers',
  'a prompt behind its answer, each character looked at once, in slices of one text of at most 1 MB':
    'main/proxy/exchange/cut-prompt',
  'a path or a header, which Node bounds to 16 KB; one pattern without repetition':
    'main/console/first-calls main/http/advisory/advisory-routes main/http/gutask-script main/http/operator-routes main/http/resolution-routes main/http/routes main/http/server main/http/file-routes main/http/card-routes main/http/peer main/proxy/body/request-body main/proxy/exchange/knock main/proxy/exchange/own-secrets',
  'an id that comes back to us; one anchored pattern whose two parts cannot match the same character':
    'main/streams/ordered-events',
  'answers of a server the operator named, read to 8 MB and parsed natively; anchored patterns of single classes, on fields of bounded length':
    'main/infra/providers/remote/call main/infra/providers/remote/words main/infra/providers/proxmox/api main/infra/providers/proxmox/backups main/infra/providers/proxmox/config main/infra/providers/proxmox/discover main/infra/providers/proxmox/guest-actions main/infra/providers/proxmox/ids main/infra/providers/proxmox/inspection main/infra/providers/proxmox/resources main/infra/providers/proxmox/snapshots main/infra/providers/proxmox/task-end main/infra/providers/kubernetes/actions main/infra/providers/kubernetes/config main/infra/providers/kubernetes/ids main/infra/providers/kubernetes/kubeconfig main/infra/providers/kubernetes/measure main/infra/providers/kubernetes/pod-log main/infra/providers/kubernetes/resources',
  "an operator's address of at most 4,000 characters, parsed natively; of an answer the headers, which undici bounds to 16 KB":
    'main/advisory/evidence/remote-document main/outgoing/get',
  'a list of a mirror the operator named, to 100 MB, read line by line as it comes from the disk; cut at the first comma, one anchored pattern of one class':
    'main/advisory/evidence/osv-mirror',
  'an answer of a service the operator named, read to 8 MB, parsed natively and checked; names cut at single signs, package URLs by a row of its own':
    'main/advisory/sbom/answer main/advisory/sbom/service',
  'what the kernel and fixed programs of this machine write, bounded by their executor; split at single signs, patterns anchored and of one class':
    'main/infra/snapshots/host-snapshots main/infra/providers/host/machine/proc-files main/infra/providers/host/machine/proc-reader main/infra/providers/host/machine/mounts main/infra/providers/host/machine/gpus main/infra/providers/host/machine-resources main/infra/providers/host/systemd/unit main/infra/providers/host/systemd/journal main/infra/providers/host/child-lines',
  'ids of at most 600 characters, and an answer of an engine to 4 MB: cut at single signs, its lines parsed natively and checked':
    'main/infra/alerts/missing-resources main/infra/providers/containers/recorded-ends',
  'names cut to a hundred characters, compared in time by the product of their lengths':
    'main/infra/inventory/resolve main/infra/inventory/inventory main/infra/inventory/topology',
  'bounded before it is looked at: an answer of an upstream to 8 MB, its lines to 64 KB, names to 300 characters; parsed natively, patterns without repetition':
    'main/infra/providers/ollama/look main/infra/providers/ollama/ollama-answers main/infra/providers/ollama/ollama-client main/infra/providers/ollama/resources',
  "an operator's: addresses to 2,000 characters, names to 64, header values to 8,000; anchored patterns of one repetition":
    'shared/model/settings shared/model/upstream-setting main/core/own-urls main/console/upstreams/upstream-registry main/api/upstreams',
  'calls parseFact, a row of its own, or what looks names up; the shape of the body is checked in agent-routes.test':
    'main/http/agent-routes main/memory/write/told-fact main/api/concepts',
  'names, ids, tags and states of a container engine: each at most a few hundred characters, or a label; prefixes and anchored patterns of fixed length':
    'main/infra/providers/containers/running-images main/infra/providers/containers/actions main/infra/providers/containers/catalogue main/infra/providers/containers/stored-resources main/infra/providers/containers/verify main/infra/providers/containers/logs main/infra/providers/containers/replace/container-setup main/infra/providers/containers/replace/image-setup main/infra/providers/containers/replace/engine-version main/infra/providers/containers/replace/podman-command main/infra/providers/containers/replace/create-request main/infra/providers/containers/replace/refusal main/infra/providers/containers/replace/replacement main/infra/providers/containers/replace/replace-container main/infra/providers/containers/replace/replace-actions main/infra/providers/containers/replace/rollback main/infra/providers/containers/replace/kept-containers main/infra/providers/containers/replace/setup-diff main/infra/providers/containers/compose/compose-command main/infra/providers/containers/compose/compose-project main/infra/providers/containers/compose/compose-actions main/infra/providers/containers/compose/verify-compose main/infra/providers/containers/image-updates/image-reference main/infra/providers/containers/image-updates/registry-client main/infra/providers/containers/image-updates/image-updates main/infra/providers/containers/engine-set',
  'parses JSON of a container engine the operator named, natively and once, and of what it refuses with the first 400 characters':
    'main/infra/providers/containers/engine main/infra/providers/containers/engine-error main/infra/providers/containers/find-engines',
  'the head of a tar archive, in fields of at most twelve bytes, and of a header, which Node bounds to 16 KB':
    'main/infra/executors/container-files main/infra/executors/tar-entry',
  'what a far machine says, to 8 MB, behind no request: split at line breaks once, one anchored pattern a line; JSON is parsed natively':
    'main/infra/providers/ssh/far-machine main/infra/providers/ssh/far-services main/infra/providers/ssh/far-containers main/infra/providers/ssh/far-logs main/infra/executors/guest-agent main/infra/executors/container-cli',
  'output of at most 16 KB of a program that the operator named: split at blanks and line ends, the first line searched by redact, a row of its own':
    'main/advisory/signing/external-signer',
  'one search for a fixed word in what a program said or a file of at most 1 MB holds':
    'main/infra/executors/program-files main/infra/executors/ssh/first-line main/infra/executors/ssh/login-shell main/infra/files/plan-edit main/infra/executors/confined/confinement shared/resource-words',
  'a command of at most 16,384 characters that was judged before, searched for directories once':
    'main/infra/executors/confined/run-read main/agent/plans/read-executed-files',
  'known_hosts of this user: a line of at most 32 KB at a time, split at blanks, names compared without going back':
    'main/infra/executors/ssh/known-hosts',
  'an argument of at most 100 KB, each quote replaced once': 'main/infra/executors/posix-quote',
  'an id, a name or a process id of a few hundred characters, anchored':
    'main/infra/executors/open-executors main/infra/executors/ssh/ssh-executor main/infra/providers/ssh/ssh-provider main/infra/providers/ssh/far-resources main/infra/files/edit-history main/infra/executors/file-rules main/infra/executors/ssh/seats main/infra/executors/ssh/ssh-link main/llm/about-model main/proxy/pool/pool-member',
  'a text of at most 1 MB split at line breaks; its secrets are searched by redact, a row of its own, and the comparison gives up after 500 edits':
    'main/infra/files/shown-difference',
  "a call's arguments, bounded by its schema to a few thousand characters; split at single signs, anchored patterns of one class; commands are read by infra/command":
    'main/agent/plans/commands main/agent/plans/plan-file main/agent/tools/facts main/agent/tools/graph-query main/core/hands/asked-memory main/core/hands/graph-resources main/core/hands/hands-side main/agent/loop/outside main/agent/context/routing-mismatch main/agent/loop/request/notes main/core/mcp/mcp-hands',
  'output of at most 256 KB: line breaks searched from its end, and one pattern of bounded length for the end of a key':
    'main/agent/plans/files main/agent/tools/read main/infra/executors/file-tail',
  'brackets of arguments counted one character at a time, which its own test runs on a million of them':
    'shared/bounded-json',
  'fixed words looked up in a list of twenty at most, line breaks split off':
    'shared/model/assistant/run-record shared/model/assistant/write-record main/agent/loop/ask main/agent/loop/request/compaction main/agent/loop/request/room',
  'one class of characters taken out or shortened, in one pass that never goes back':
    'main/infra/approvals/redact-deep main/agent/loop/repeats main/agent/loop/turn',
  'a sentence of our own about a resource, its end cut off by an anchored pattern':
    'main/infra/approvals/refuse',
  'a list of our own words, and a status of a push service; nothing of a text is searched':
    'main/infra/approvals/card-links main/infra/web-push/web-push',
  'who asked, in at most a few hundred characters; one anchored pattern': 'main/infra/approvals/outside',
  "an operator's call, parsed by zod and bounded there; a body of at most 1 MB is parsed natively; an id in a file of our own, anchored":
    'main/http/ai/ai-openapi main/http/ai/ai-routes main/http/ai/bodies main/core/hands/host-id main/agent/sessions/assistant main/agent/sessions/mentionables',
  'calls of a model, at most an answer of 1 MiB: an anchored pattern of one bounded class for ids, arguments parsed natively':
    'main/llm/call-ids main/llm/tool-call-assembly main/agent/loop/calls',
  'vectors that a model answered, at most 16 MiB, parsed natively: each number is looked at once, and a digest meets one anchored pattern of a fixed length':
    'main/llm/embedding/ollama-embed',
  'a body of at most 1 MB, parsed natively once few-values, a row of its own, found it to have few values':
    'main/mcp/door main/mcp/given-arguments',
  'tables of words, which the reader of names in a message, a row of its own, looks words up in':
    'main/agent/context/mention/catalogue',
  'results of at most 16,000 characters, in whose first 600 two fixed words are searched':
    'main/agent/context/compact',
  'drives prose, tokens and cues, rows of their own, in slices: held-loop.int.test.ts measures them together':
    'main/proxy/enrich/observer',
};

export const NOT_SCANNERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(BY_REASON).flatMap(([reason, modules]) =>
    modules.split(' ').map((module) => [module, reason]),
  ),
);
