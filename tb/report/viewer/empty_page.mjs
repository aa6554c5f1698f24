// The page that waits for files.
export const emptyPage = ({said}) => ({
  title: 'Results of flitcast', lead: 'Pictures of runs, sweeps, curves and choices', data: {},
  blocks: [{type: 'drop', said: said ?? 'Drop results here, or folders of them; or choose files.'}],
});
