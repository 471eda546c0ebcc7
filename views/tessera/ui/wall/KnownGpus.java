package tessera.ui.wall;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.insight.GpuFleet;
import tessera.metrics.history.StepSeries;

/** The GPUs that a fleet is known to have, node by node: with these is compared who tells something, and who told it once. */
record KnownGpus(Map<String, RosterNode> nodes) {

    KnownGpus {
        nodes = Map.copyOf(nodes);
    }

    /**
     * One node.
     *
     * @param gpus    how many it has: those that plugins offer; of those that claims hand out, whichever were measured
     * @param telling of how many of them it is told now how busy or how warm they are, or what they draw
     * @param since   when it came to the cluster; null where that is not said
     */
    record RosterNode(int gpus, int telling, @Nullable Instant since) {

        int missing() {
            return Math.max(0, gpus - telling);
        }

        boolean there(Instant at) {
            return since == null || !since.isAfter(at);
        }
    }

    /** @param telling how many GPUs of a node tell something now */
    static KnownGpus of(GpuFleet fleet, Map<String, Integer> telling) {
        var nodes = new HashMap<String, RosterNode>();
        var sight = fleet.snapshot().podSight();
        for (var node : fleet.nodes()) {
            var read = fleet.readings().node(node.name());
            long gpus = node.tally(sight).total() + (node.uncounted() && read != null ? read.devices().size() : 0);
            nodes.put(node.name(), new RosterNode((int) Math.min(Short.MAX_VALUE, gpus),
                    telling.getOrDefault(node.name(), 0), node.info().facts().created()));
        }
        return new KnownGpus(nodes);
    }

    int gpus() {
        return nodes.values().stream().mapToInt(RosterNode::gpus).sum();
    }

    int telling() {
        return nodes.values().stream().mapToInt(RosterNode::telling).sum();
    }

    /** Of how many GPUs of each node nobody tells anything now. */
    Map<String, Integer> missing() {
        var missing = new HashMap<String, Integer>();
        nodes.forEach((name, node) -> missing.put(name, node.missing()));
        return missing;
    }

    /** Whether more GPUs of a node that was there then are told of now than somebody remembers. */
    boolean outnumbers(Map<String, Integer> remembered, Instant at) {
        return nodes.entrySet().stream().anyMatch(node -> node.getValue().there(at)
                && node.getValue().telling() > remembered.getOrDefault(node.getKey(), 0));
    }

    /**
     * What somebody's memory lacks: GPUs of nodes that were there then. Of a node that told of some, another counts from when it
     * was first told of: nobody knows that it was there before.
     *
     * @param told  of how many GPUs of each node something is remembered
     * @param shape the steps of that
     * @return of each node that was there, step by step
     */
    List<Map<String, Integer>> missing(Map<String, StepSeries> told, StepSeries shape) {
        var missing = new ArrayList<Map<String, Integer>>();
        for (int place = 0; place < shape.size(); place++) {
            missing.add(new HashMap<>());
        }
        nodes.forEach((name, node) -> {
            var of = told.get(name);
            int most = of == null ? 0 : count(of.max());
            int before = 0;
            for (int place = 0; place < shape.size(); place++) {
                int there = of == null ? 0 : count(of.value(place));
                before = Math.max(before, there);
                if (before > 0) {
                    missing.get(place).put(name, Math.max(0, node.gpus() - (most - before) - there));
                } else if (node.there(shape.time(place))) {
                    missing.get(place).put(name, node.gpus());
                }
            }
        });
        return missing;
    }

    /** A gap counts nothing. */
    private static int count(double told) {
        return Double.isNaN(told) ? 0 : (int) Math.round(told);
    }
}
