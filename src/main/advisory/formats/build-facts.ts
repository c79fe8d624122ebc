// What a package was built from, where tools say it beside the package URL: source package and module stream, as Trivy and Syft write them.
// Pure; linear. Called by the readers of lists of components. Source: structure S5; reference evidence-identity, 1.
import type { Component } from './records.ts';

type BuildFacts = Pick<Component, 'source' | 'module'>;
type Property = { readonly name?: string; readonly value?: string };

const TRIVY = 'aquasecurity:trivy:';
const SYFT = 'syft:metadata:';

export function buildFacts(properties: readonly Property[]): BuildFacts {
  const said = new Map(properties.map(({ name, value }) => [name, value ?? '']));
  const text = (...keys: string[]): string => keys.map((key) => said.get(key)).find(Boolean) ?? '';
  const module = text(`${TRIVY}Modularitylabel`, `${SYFT}modularityLabel`);
  const rpm = text(`${SYFT}sourceRpm`);
  const name = rpm || text(`${TRIVY}SrcName`, `${SYFT}source`, `${SYFT}originPackage`);
  const [epoch, release] = [text(`${TRIVY}SrcEpoch`), text(`${TRIVY}SrcRelease`)];
  const number = text(`${TRIVY}SrcVersion`, `${SYFT}sourceVersion`);
  const version = [epoch && epoch !== '0' ? `${epoch}:` : '', number, release && `-${release}`].join('');
  return {
    ...(name === '' ? {} : { source: number === '' || rpm !== '' ? name : `${name}@${version}` }),
    ...(module === '' ? {} : { module }),
  };
}

/** SPDX has no place for it but a remark: `built package from: openssl 3.0.9-1`. */
export function sourceInText(sourceInfo: string): BuildFacts {
  const [, name, version] =
    /^built package from: (\S{1,200})(?: (\S{1,200}))?$/.exec(sourceInfo.trim()) ?? [];
  if (name === undefined) return {};
  return { source: version === undefined ? name : `${name}@${version}` };
}
