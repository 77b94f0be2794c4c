// core ← worker ← store ← features ← app: a folder never imports to its right.

const react = '^node_modules/(@types/)?react(-dom)?/';
const framerMotion = '^node_modules/framer-motion/';
const anyPackage = '^node_modules/';

/** What the files of a folder of src may import; the folder itself always. */
const mayImport = {
  core: { paths: ['^node_modules/valibot/'], why: 'the engine is pure: itself and the schema library' },
  worker: { paths: ['^src/core/'], why: 'the thread boundary carries the engine and nothing else' },
  store: { paths: ['^src/(worker|core|words)/', anyPackage], why: 'the state knows the engine and no view' },
  features: {
    paths: ['^src/worker/protocol\\.ts$', '^src/(store|core|drawing|poster|ui|words)/', anyPackage],
    why: 'a view reads the store; of the worker it knows the messages only',
  },
  embed: { paths: ['^src/(store|core)/'], why: 'what a host says and hears: the state, and no view' },
  app: { paths: ['^src/(embed|features|store|worker|core|drawing|poster|ui|words)/', anyPackage], why: 'the app composes everything but the command line' },
  drawing: { paths: ['^src/(core|words)/'], why: 'where things stand in a picture is a pure function of the trace, for the page and the poster' },
  poster: {
    paths: ['^src/store/verdict-tone\\.ts$', '^src/(core|drawing|words)/'],
    why: 'a poster is drawn where there is no page; of the store it knows the tones only',
  },
  ui: { paths: [react, framerMotion], why: 'controls are a leaf: they get values and give events' },
  words: { paths: ['^src/core/', react], why: 'the catalogue is a leaf that names what the engine has' },
  loader: { paths: [], why: 'it runs in pages that are not ours, and carries nothing but itself' },
  package: { paths: ['^src/core/'], why: 'it names what other programs may use of the engine' },
  cli: { paths: ['^src/core/'], nodeModulesOfNode: true, why: 'the command line prints what the engine gives' },
};

module.exports = {
  forbidden: [
    ...Object.entries(mayImport).map(([folder, { paths, nodeModulesOfNode = false, why }]) => ({
      name: `${folder}-imports`,
      comment: `src/${folder} may import: itself, ${paths.join(', ')} (${why}).`,
      severity: 'error',
      from: { path: `^src/${folder}/` },
      to: {
        pathNot: [`^src/${folder}/`, ...paths],
        // "core" is the tool's word for what Node brings, such as node:fs.
        ...(nodeModulesOfNode ? { dependencyTypesNot: ['core'] } : {}),
        // The rule unresolvable names these better.
        couldNotResolve: false,
      },
    })),
    {
      name: 'known-folder',
      comment: 'A new folder of src needs its line in .dependency-cruiser.cjs, else no direction is checked for it.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/(${Object.keys(mayImport).join('|')})/` },
      to: {},
    },
    {
      name: 'feature-to-feature',
      comment: 'Features do not know each other: src/app puts them together, and what two need lies in store or ui.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)' },
      to: { path: '^src/features/', pathNot: '^src/features/$1(/|$)' },
    },
    {
      name: 'circular',
      comment: 'Neither file can be understood or tested without the other. Move what both need into a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'orphan',
      comment: 'The file imports nothing and nothing imports it. Use it or delete it.',
      severity: 'error',
      from: { orphan: true, pathNot: '\\.d\\.ts$' },
      to: {},
    },
    {
      name: 'build-tool',
      comment: 'A package of devDependencies would end up in the page. Types are fine.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'triple-slash-type-reference'], pathNot: '^node_modules/@types/' },
    },
    {
      name: 'unresolvable',
      comment: 'No such file or package. Is the extension (.ts, .tsx) there? Is the package in package.json?',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    // Type-only imports count too.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
    },
  },
};
