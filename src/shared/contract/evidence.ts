// What is known about risks: documents taken in from this host, listed, looked at, taken out again. Files from another machine come over plain HTTP first:
// http/advisory/evidence-routes.ts. Everything is of one project. Source: advisory, Evidence.
import * as z from 'zod';
import {
  EvidenceDocument,
  EvidenceFormat,
  EvidenceImport,
  EvidencePage,
  EvidenceRefusal,
  EvidenceTrust,
} from '../model/evidence/document.ts';
import { EcosystemName, EvidenceEcosystem } from '../model/evidence/ecosystem.ts';
import { SbomServiceState, SbomServiceTest } from '../model/evidence/sbom-service.ts';
import { DEFAULT_PROJECT, ProjectName } from '../model/graph.ts';
import { Task } from '../model/job.ts';
import { danger, read, write } from './base.ts';

const project = ProjectName.default(DEFAULT_PROJECT);
const DocumentId = z.strictObject({ project, id: z.coerce.number().int().min(1) });

export const evidence = {
  /** Takes in files, folders and archives that lie on this host, and what lies at addresses; those are recorded with the import, without what their query holds. */
  add: write('/evidence/add', 'console', 'project', 'paths')
    .input(
      z
        .strictObject({
          project,
          paths: z.array(z.string().min(1).max(4000)).max(100).default([]),
          /** `http://…` or `https://…`, of a file or an archive. */
          urls: z.array(z.string().min(1).max(4000)).max(20).default([]),
        })
        .refine(({ paths, urls }) => paths.length + urls.length > 0, 'name at least one path or address'),
    )
    .output(Task),
  /** Databases of advisories that were imported whole, or begun to be; `mirror` is the one of the settings, as it is shown; `names`, what can be imported. */
  ecosystems: read('/evidence/ecosystems')
    .input(z.strictObject({ project }))
    .output(
      z.strictObject({
        ecosystems: z.array(EvidenceEcosystem),
        mirror: z.string().nullable(),
        names: z.array(z.string()),
      }),
    ),
  /** Imports all advisories of an ecosystem from an archive on this host or from a mirror; without either, from the mirror of the settings. */
  importEcosystem: write('/evidence/ecosystems/import', 'console', 'project', 'ecosystem', 'file')
    .input(
      z
        .strictObject({
          ...{ project, ecosystem: EcosystemName },
          file: z.string().min(1).max(4000).optional(),
          mirror: z.string().min(1).max(2000).optional(),
        })
        .refine(
          ({ file, mirror }) => file === undefined || mirror === undefined,
          'give a file or a mirror, not both',
        ),
    )
    .output(Task),
  /** Removes an ecosystem with every advisory that came with it. */
  removeEcosystem: write('/evidence/ecosystems/remove', 'console', 'project', 'ecosystem')
    .input(z.strictObject({ project, ecosystem: EcosystemName }))
    .output(Task),
  /** In their newest versions, those that came last first. */
  documents: read('/evidence/documents')
    .input(
      z.strictObject({
        project,
        format: EvidenceFormat.optional(),
        /** A part of the title, the key or the issuer. */
        search: z.string().max(200).optional(),
        offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
        limit: z.coerce.number().int().min(1).max(500).default(100),
      }),
    )
    .output(EvidencePage),
  document: read('/evidence/documents/{id}').input(DocumentId).output(EvidenceDocument),
  /** The beginning of its bytes, as text. */
  excerpt: read('/evidence/documents/{id}/excerpt')
    .input(DocumentId)
    .output(z.strictObject({ text: z.string(), characters: z.number().int() })),
  /** Takes a document out, in every version. */
  remove: write('/evidence/documents/{id}/remove', 'console', 'project', 'id')
    .input(DocumentId)
    .output(EvidenceDocument),
  imports: read('/evidence/imports').input(z.strictObject({ project })).output(z.array(EvidenceImport)),
  refusals: read('/evidence/imports/{id}/refusals')
    .input(z.strictObject({ project, id: z.string().min(1).max(100) }))
    .output(z.array(EvidenceRefusal)),
  /** Issuers and keys that are trusted, and how many documents of the project each is trusted for. */
  trust: read('/evidence/trust').input(z.strictObject({ project })).output(EvidenceTrust),
  /**
   * Trusts what this key signs, where the document names one of these issuers as its own. A key that is there already speaks for these issuers from now on.
   * Documents that came before are verified again.
   */
  acceptKey: danger('/evidence/keys/accept', 'console', 'issuers')
    .input(
      z.strictObject({
        project,
        /** Ed25519, ECDSA P-256 or P-384, or RSA, in PEM. */
        pem: z.string().max(8192),
        issuers: z.array(z.string().trim().min(1).max(500)).min(1).max(50),
        note: z.string().trim().max(500).default(''),
      }),
    )
    .output(EvidenceTrust),
  /** What the key signed is unsigned from now on. */
  removeKey: danger('/evidence/keys/{keyId}/remove', 'console', 'keyId')
    .input(z.strictObject({ project, keyId: z.string().max(100) }))
    .output(EvidenceTrust),
  /** How the service of lists that config.yaml names is set up; null where none is. */
  sbomService: read('/evidence/sbom-service').output(SbomServiceState.nullable()),
  /** Asks it now. Without an artifact, about the list that came last. */
  testSbomService: write('/evidence/sbom-service/test', 'process', 'project')
    .input(z.strictObject({ project, artifact: z.string().trim().min(1).max(300).optional() }))
    .output(SbomServiceTest),
};
