/** The incidents that can be replayed: src/incidents has a scenario of each. A link has to know them before any of those is loaded. */
export const INCIDENT_IDS: readonly string[] = [
  ...['bo-02', 'bo-04', 'bo-05', 'bo-06', 'bo-08', 'bo-11'],
  ...['cb-01', 'cb-02', 'cb-05'],
  ...['cl-02', 'cl-03', 'cl-04', 'cl-05'],
  ...['ik-01', 'ik-03', 'ik-06', 'ik-07', 'ik-10', 'ik-12', 'ik-14', 'ik-18', 'ik-19', 'ik-21', 'ik-22', 'ik-24', 'ik-26', 'ik-27', 'ik-28'],
  ...['jq-02', 'jq-03', 'jq-05', 'jq-07', 'jq-09', 'jq-10', 'jq-13', 'jq-14', 'jq-16'],
  ...['ni-03', 'ni-04', 'ni-05', 'ni-06', 'ni-07', 'ni-08', 'ni-10'],
  ...['nl-02', 'nl-03', 'nl-06'],
  ...['ra-02', 'ra-03', 'ra-04', 'ra-06', 'ra-08', 'ra-09', 'ra-10', 'ra-12', 'ra-14', 'ra-15', 'ra-16'],
  ...['rc-01', 'rc-02', 'rc-04'],
  ...['rd-02', 'rd-03', 'rd-05', 'rd-06', 'rd-07', 'rd-09'],
  ...['to-01', 'to-02', 'to-05', 'to-06', 'to-07', 'to-08', 'to-09', 'to-10', 'to-11', 'to-13'],
];

/** The names of their scenarios. */
export const INCIDENT_NAMES: readonly string[] = INCIDENT_IDS.map((id) => `incident-${id}`);
