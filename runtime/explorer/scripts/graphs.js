// The graph of one step: its bodies, boxes and edges.

class StepGraph {
  constructor(number) {
    this.step = M.steps[number];
    this.graphs = this.step.graphs.map(each => M.graphs[each]);
    this.byName = new Map(this.graphs.map((each, index) => [index ? each.name : '', each]));
    this.main = this.graphs[0];
    this.stateOf = new Map();
    this.graphOf = new Map();
    this.callers = new Map();
    this.bodies = new Map();
    for (const graph of this.graphs)
      for (const index of graph.states) {
        const state = M.states[index];
        this.stateOf.set(state.id, state);
        this.graphOf.set(state.id, graph);
        for (const [key, name] of Object.entries(state.calls || {}))
          if (!this.callers.has(name) && this.byName.get(name) !== graph)
            this.callers.set(name, {graph, id: state.id, key});
      }
  }
  // What stands in a body: its scopes as a tree, helpers beside those who read them.
  body(graph) {
    let found = this.bodies.get(graph);
    if (!found) this.bodies.set(graph, found = new Body(this, graph));
    return found;
  }
  // Keys of the boxes around a node, outermost first, then its own.
  wayTo(id) {
    const graph = this.graphOf.get(id);
    if (!graph) return null;
    const prefix = this.prefixOf(graph, new Set());
    if (prefix === null) return null;
    const body = this.body(graph), host = body.hostOf.get(id) ?? id;
    return [...prefix.way, ...(body.chain.get(host) || []).map(k => prefix.key + k),
      `${prefix.key}#${host}`];
  }
  prefixOf(graph, seen) {
    if (graph === this.main) return {key: '', way: []};
    const caller = this.callers.get(graph.name);
    if (!caller || seen.has(graph)) return null;
    seen.add(graph);
    const outer = this.prefixOf(caller.graph, seen);
    if (!outer) return null;
    const body = this.body(caller.graph);
    const call = `${outer.key}#${caller.id}`, key = `${call}.${caller.key}`;
    return {key, way: [...outer.way, ...(body.chain.get(caller.id) || [])
      .map(k => outer.key + k), call, key]};
  }
}

class Body {
  constructor(whole, graph) {
    this.graph = graph;
    const states = graph.states.map(each => M.states[each]);
    this.order = new Map(states.map((state, index) => [state.id, index]));
    const readers = new Map();
    for (const state of states)
      for (const id of [...(state.in || []).map(each => each[0]), ...(state.wait || [])])
        push(readers, id, state.id);
    const kept = new Set([...graph.inputs, ...graph.outputs.map(each => each[0])]);
    this.chips = new Map();
    this.hostOf = new Map();
    const isHelper = new Set();
    for (const state of states) {
      const read = (state.in || []).map(each => each[0]);
      const alone = !state.effect && !state.calls && !(state.wait || []).length
        && !kept.has(state.id) && readers.has(state.id);
      if (alone && (!read.length || read.every(id => isHelper.has(id))
          && new Set(readers.get(state.id)).size === 1)) isHelper.add(state.id);
    }
    const hostFor = id => {
      let host = id;
      while (isHelper.has(host)) host = readers.get(host)[0];
      return host;
    };
    for (const state of states) {
      if (!isHelper.has(state.id)) continue;
      this.hostOf.set(state.id, hostFor(state.id));
      for (const reader of new Set(readers.get(state.id)))
        push(this.chips, hostFor(reader), state);
    }
    // what is read everywhere stands as a name beside its readers, not as so many edges
    this.hubs = new Set(graph.inputs.filter(id =>
      new Set(readers.get(id) || []).size > MOST_READERS));
    for (const hub of this.hubs)
      for (const reader of new Set(readers.get(hub)))
        if (!isHelper.has(reader)) push(this.chips, reader, {id: hub,
          value: states[this.order.get(hub)].name});
    this.outputs = new Map();
    graph.outputs.forEach(([id], index) => push(this.outputs, id,
      graph.outputs.length > 1 ? `result ${index}` : 'result'));
    this.isHelper = isHelper;
    this.roots = this.scoped(states.filter(state => !isHelper.has(state.id)));
    this.chain = new Map();
    this.kidsOf = new Map([['', this.roots]]);
    this.walk(this.roots, []);
    this.edges = this.lifted(states);
  }
  scoped(states) {
    const root = {name: '', kids: [], scopes: new Map(), count: 0};
    for (const state of states) {
      const parts = state.name.split('/');
      let at = root, name = '';
      for (const part of parts.slice(0, -1)) {
        name += `${part}/`;
        if (!at.scopes.has(part)) {
          const scope = {name, kids: [], scopes: new Map(), count: 0};
          at.scopes.set(part, scope);
          at.kids.push(scope);
        }
        at = at.scopes.get(part);
        at.count++;
      }
      at.kids.push({id: state.id, state});
    }
    return this.banded(this.plain(root), '');
  }
  // Scopes of one node open by themselves; a scope in a scope alone is one box.
  plain(scope) {
    let kids = scope.kids.flatMap(kid => {
      if (!kid.kids) return [kid];
      const inner = this.plain(kid);
      return kid.count < 2 || inner.length < 2 ? inner
        : [{key: `/${kid.name}`, label: kid.name, kids: inner, count: kid.count}];
    });
    if (kids.length === 1 && kids[0].kids) kids = kids[0].kids;
    return kids;
  }
  banded(kids, around) {
    for (const kid of kids) if (kid.kids) kid.kids = this.banded(kid.kids, kid.key);
    if (kids.length <= MOST_KIDS) return kids;
    const size = Math.max(BAND, Math.ceil(kids.length / BAND)), bands = [];
    for (let first = 0; first < kids.length; first += size) {
      const part = kids.slice(first, first + size);
      const count = part.reduce((sum, kid) => sum + (kid.count || 1), 0);
      const key = `${around}~${first}+${size}`;
      bands.push({key, label: `${first + 1} to ${first + part.length}`, band: true, count,
        kids: this.banded(part, key)});
    }
    return bands;
  }
  walk(kids, chain) {
    for (const kid of kids) {
      if (!kid.kids) { this.chain.set(kid.id, chain); continue; }
      this.kidsOf.set(kid.key, kid.kids);
      this.walk(kid.kids, [...chain, kid.key]);
    }
  }
  // Edges by the innermost box that holds both ends, between the boxes in it.
  lifted(states) {
    const found = new Map();
    for (const state of states) {
      const target = state.id;
      if (this.isHelper.has(target)) continue;
      const add = (source, waits) => {
        if (this.isHelper.has(source) || this.hubs.has(source) || !this.chain.has(source) || source === target) return;
        const a = [...this.chain.get(source), `#${source}`];
        const b = [...this.chain.get(target), `#${target}`];
        let depth = 0;
        while (a[depth] === b[depth]) depth++;
        const around = depth ? a[depth - 1] : '';
        if (!found.has(around)) found.set(around, new Map());
        const key = `${a[depth]} ${b[depth]}`, level = found.get(around);
        const edge = level.get(key);
        if (edge) { edge.count++; edge.waits = edge.waits && waits; return; }
        level.set(key, {from: a[depth], to: b[depth], source, target, waits, count: 1});
      };
      for (const [id] of state.in || []) add(id, false);
      for (const id of state.wait || []) add(id, true);
      // what a helper computes from, none but helpers, is drawn with it
    }
    return found;
  }
}

const stepGraphs = new Map();
function stepGraph(number) {
  if (!stepGraphs.has(number)) {
    if (stepGraphs.size > 12) stepGraphs.clear();
    stepGraphs.set(number, new StepGraph(number));
  }
  return stepGraphs.get(number);
}
