// The demo's story, told in chapters: who runs what where at Glitch University, in the grammar of `iknowthat`.
// Text only. Each chapter has one narrator, so that the console has provenance of every kind to show.
import type { Decision } from '../../../shared/model/decision.ts';
import type { Source } from '../../../shared/model/graph.ts';

export interface Chapter {
  readonly source: Source;
  /** Who told it, as a client is named in Traffic. */
  readonly client: string;
  /** How long ago the first of its facts was told; the others follow an hour apart. */
  readonly daysAgo: number;
  /** One fact a line. */
  readonly facts: string;
}

const SITES: Chapter = {
  source: 'operator',
  client: 'console',
  daysAgo: 75,
  facts: `
    norway -ispart europe in context of geography
    trondheim -ispart norway in context of geography
    campus_north -ispart trondheim in context of geography
    campus_south -ispart trondheim in context of geography
    building_seven -ispart campus_north in context of geography
    machine_hall -ispart building_seven in context of geography
    edge_closet -ispart campus_south in context of geography
    rack_a1 -ispart machine_hall in context of geography
    rack_a2 -ispart machine_hall in context of geography
    rack_b1 -ispart edge_closet in context of geography
    ramanujan -ispart rack_a1 in context of geography
    hypatia -ispart rack_a1 in context of geography
    noether -ispart rack_a2 in context of geography
    hopper -ispart rack_a2 in context of geography
    fermat -ispart rack_b1 in context of geography
    machine_hall -isa room
    edge_closet -isa room
    rack_a1 -isa rack
    rack_a2 -isa rack
    rack_b1 -isa rack
  `,
};

const NODES: Chapter = {
  source: 'operator',
  client: 'console',
  daysAgo: 70,
  facts: `
    ramanujan -isa gpu_node
    hypatia -isa gpu_node
    noether -isa storage_node
    hopper -isa build_node
    fermat -isa edge_node
    gpu_node -isa node
    storage_node -isa node
    build_node -isa node
    edge_node -isa node
    node -isa machine
    machine -isa hardware
    gpu-0 -isa rtx_6000
    gpu-1 -isa rtx_6000
    gpu-2 -isa l40s
    rtx_6000 -isa gpu
    l40s -isa gpu
    gpu -isa accelerator
    accelerator -isa hardware
    gpu-0 -ispart ramanujan
    gpu-1 -ispart ramanujan
    gpu-2 -ispart hypatia
    ramanujan -ispart inference_cluster
    hypatia -ispart inference_cluster
    noether -ispart storage_cluster
    hopper -ispart build_cluster
    inference_cluster -ispart machine_park
    storage_cluster -ispart machine_park
    build_cluster -ispart machine_park
    machine_park -ispart glitch_university
    "Glitch University" -ispart "Nordic Compute Grid"
    ramanujan -ispart proxmox in context of runs-on
    hypatia -ispart proxmox in context of runs-on
    proxmox -ispart feed_north in context of runs-on
    noether -ispart feed_south in context of runs-on
  `,
};

const SERVICES: Chapter = {
  source: 'gutask',
  client: 'agent-zero',
  daysAgo: 40,
  facts: `
    gnommoweb -isa repo in context of glitch_university
    gnommoweb -isa service
    gnommoweb -ispart web_platform
    gnommoweb -ispart ramanujan in context of runs-on
    gnommoweb -ispart fastapi in context of tech
    gnommoweb -ispart web_team in context of owned-by
    gnommoweb -ispart production in context of environment
    gnommoapi -isa repo in context of glitch_university
    gnommoapi -isa service
    gnommoapi -ispart web_platform
    gnommoapi -ispart hypatia in context of runs-on
    gnommoapi -ispart fastapi in context of tech
    gnommoapi -ispart web_team in context of owned-by
    gnommoapi -ispart production in context of environment
    gnommoauth -isa repo in context of glitch_university
    gnommoauth -isa service
    gnommoauth -ispart web_platform
    gnommoauth -ispart k3s in context of runs-on
    gnommoauth -ispart golang in context of tech
    gnommoauth -ispart security_team in context of owned-by
    gnommoauth -ispart staging in context of environment
    lecturebot -isa repo in context of glitch_university
    lecturebot -isa service
    lecturebot -ispart teaching_platform
    lecturebot -ispart k3s in context of runs-on
    lecturebot -ispart typescript in context of tech
    lecturebot -ispart teaching_team in context of owned-by
    lecturebot -ispart beta in context of lifecycle
    web_platform -ispart product_office
    teaching_platform -ispart product_office
    product_office -ispart glitch_university
    k3s -ispart hopper in context of runs-on
    traefik -isa reverse_proxy
    traefik -ispart k3s in context of runs-on
    traefik -ispart golang in context of tech
    reverse_proxy -isa service
    service -isa software
    repo -isa artifact
  `,
};

const TECHNOLOGY: Chapter = {
  source: 'cloud_llm',
  client: 'memory-writer',
  daysAgo: 30,
  facts: `
    fastapi -ispart starlette in context of tech
    starlette -ispart python in context of tech
    python -ispart cpython in context of tech
    pytorch -ispart python in context of tech
    typescript -ispart javascript in context of tech
    fastapi -isa framework
    starlette -isa framework
    pytorch -isa framework
    framework -isa library
    library -isa software
    golang -isa language
    typescript -isa language
    python -isa language
    container -isa process
    process -isa software
    proxmox -isa hypervisor
    hypervisor -isa software
    k3s -isa orchestrator
    orchestrator -isa software
  `,
};

const INFERENCE: Chapter = {
  source: 'inferred',
  client: 'helpdesk-script',
  daysAgo: 21,
  facts: `
    ollama -isa inference_server
    inference_server -isa service
    ollama -ispart ramanujan in context of runs-on
    festinger -isa proxy
    festinger -ispart ramanujan in context of runs-on
    festinger -ispart platform_team in context of owned-by
    qwen2.5 -isa language_model
    llama3.2 -isa language_model
    gpt-oss -isa reasoning_model
    nomic-embed-text -isa embedding_model
    reasoning_model -isa language_model
    language_model -isa model
    embedding_model -isa model
    qwen2.5 -ispart ollama in context of runs-on
    llama3.2 -ispart ollama in context of runs-on
    gpt-oss -ispart ollama in context of runs-on
    nomic-embed-text -ispart ollama in context of runs-on
    qwen2.5 -ispart model_shelf
    llama3.2 -ispart model_shelf
    gpt-oss -ispart model_shelf
    nomic-embed-text -ispart model_shelf
    model_shelf -ispart machine_park
  `,
};

const PIPELINES: Chapter = {
  source: 'gutask',
  client: 'agent-zero',
  daysAgo: 12,
  facts: `
    nightly_ingest -isa pipeline
    thesis_index -isa pipeline
    pipeline -isa software
    nightly_ingest -ispart data_platform
    thesis_index -ispart data_platform
    data_platform -ispart research_office
    research_office -ispart glitch_university
    fetch_step -ispart nightly_ingest
    dedupe_step -ispart nightly_ingest
    embed_step -ispart nightly_ingest
    publish_step -ispart nightly_ingest
    nightly_ingest -ispart noether in context of runs-on
    thesis_index -ispart noether in context of runs-on
    thesis_index -ispart data_team in context of owned-by
    nightly_ingest -ispart data_team in context of owned-by
    embed_step -ispart pytorch in context of tech
    gradebook_db -isa database
    vector_store -isa database
    database -isa service
    gradebook_db -ispart noether in context of runs-on
    vector_store -ispart noether in context of runs-on
    gradebook_db -ispart teaching_team in context of owned-by
    nightly_ingest -ispart production in context of environment
    thesis_index -ispart sandbox in context of environment
  `,
};

const TEAMS: Chapter = {
  source: 'operator',
  client: 'console',
  daysAgo: 60,
  facts: `
    web_team -ispart engineering in context of owned-by
    platform_team -ispart engineering in context of owned-by
    security_team -ispart engineering in context of owned-by
    data_team -ispart research in context of owned-by
    teaching_team -ispart faculty in context of owned-by
    engineering -ispart deans_office in context of owned-by
    research -ispart deans_office in context of owned-by
    web_team -isa team
    platform_team -isa team
    security_team -isa team
    data_team -isa team
    teaching_team -isa team
    ramanujan -ispart platform_team in context of owned-by
    hypatia -ispart platform_team in context of owned-by
    noether -ispart data_team in context of owned-by
  `,
};

/** The workers of the agent pool: the concept with more children than a canvas shows at once. */
const WORKERS = [
  ...['dobby', 'winky', 'pixel', 'nibble', 'tuple', 'lambda-7', 'quokka', 'sprocket', 'gizmo', 'widget-3'],
  ...['monad', 'kernel-9', 'glyph', 'rivet', 'cobalt', 'ferrite', 'argon-2', 'krypto', 'xenon-5', 'isotope'],
  ...[
    'marmot',
    'lemming',
    'ptarmigan',
    'wolverine',
    'reindeer',
    'capelin',
    'narwhal',
    'puffin',
    'gannet',
    'eider',
  ],
  ...['skald', 'norn', 'huldra', 'nisse', 'draugr', 'mimir', 'bragi', 'ymir', 'ratatosk', 'sleipnir'],
  ...['bifrost', 'yggdrasil', 'gungnir', 'mjolnir'],
];

const AGENTS: Chapter = {
  source: 'inferred',
  client: 'agent-zero',
  daysAgo: 5,
  facts: `
    agent_pool -ispart agent0_stack
    agent0_stack -ispart glitch_university
    ${WORKERS.map((worker) => `${worker} -ispart agent_pool`).join('\n')}
    dobby -isa worker
    winky -isa worker
    worker -isa agent
    agent -isa software
    dobby -ispart python in context of tech
    dobby -ispart hypatia in context of runs-on
  `,
};

export const CHAPTERS: readonly Chapter[] = [
  SITES,
  NODES,
  TEAMS,
  SERVICES,
  TECHNOLOGY,
  INFERENCE,
  PIPELINES,
  AGENTS,
];

/** What contradicts the story: told last, it must land in the conflict queue, all four collision types. */
export const CONTRADICTIONS: readonly Chapter[] = [
  {
    source: 'inferred',
    client: 'agent-zero',
    daysAgo: 2,
    facts: `
      gnommoweb -isa container
      dobby -isa daemon
      ollama -isa container
    `,
  },
  {
    source: 'inferred',
    client: 'course-assistant',
    daysAgo: 1,
    facts: `
      gnommoweb -ispart hypatia in context of runs-on
      hypatia -ispart rack_a2 in context of geography
      thesis_index -ispart web_team in context of owned-by
    `,
  },
  {
    source: 'gutask',
    client: 'helpdesk-script',
    daysAgo: 1,
    facts: `
      nightly_ingest -ispart data_platform in context of type
      gnommoauth -ispart production in context of environment
    `,
  },
  {
    source: 'gutask',
    client: 'agent-zero',
    daysAgo: 0.5,
    facts: `
      cpython -ispart fastapi in context of tech
      feed_north -ispart gnommoweb in context of runs-on
    `,
  },
];

/** A contradiction somebody has settled already, and how. */
export interface Settled {
  readonly source: Source;
  readonly client: string;
  readonly daysAgo: number;
  readonly fact: string;
  readonly decision: Decision;
  readonly reason: string;
}

/** Told and decided after the story, so that Conflicts and Audit have a past. */
export const SETTLED: readonly Settled[] = [
  {
    source: 'inferred',
    client: 'course-assistant',
    daysAgo: 3,
    fact: 'traefik -isa gateway',
    decision: { decision: 'split', existingDimension: 'software', newDimension: 'network-role' },
    reason: 'A reverse proxy is what it is, a gateway what it does here.',
  },
  {
    source: 'gutask',
    client: 'helpdesk-script',
    daysAgo: 3,
    fact: 'ramanujan -ispart data_team in context of owned-by',
    decision: { decision: 'dismiss' },
    reason: 'The data team borrows it on weekends; platform owns it.',
  },
];
