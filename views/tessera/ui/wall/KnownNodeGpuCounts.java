package tessera.ui.wall;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.gpu.GpuFleet;
import tessera.metrics.history.FixedStepSeries;

/** Known GPUs of a fleet, node by node; current and former measurements are compared with them. */
record KnownNodeGpuCounts(Map<String, MeasuredNodeGpuCount> rosterNodes) {

    KnownNodeGpuCounts {
        rosterNodes = Map.copyOf(rosterNodes);
    }

    /**
     * One node.
     *
     * @param gpus    how many it has: those that plugins offer; of those that claims hand out, whichever were measured
     * @param measured of how many of them it is told now how busy or how warm they are, or what they draw
     * @param since   when it came to the cluster; null where that is not said
     */
    record MeasuredNodeGpuCount(int gpus, int measured, @Nullable Instant since) {

        int missingCount() {
            return Math.max(0, gpus - measured);
        }

        boolean existedAt(Instant at) {
            return since == null || !since.isAfter(at);
        }
    }

    /** @param telling how many GPUs of a node tell something now */
    static KnownNodeGpuCounts of(GpuFleet fleet, Map<String, Integer> telling) {
        var nodes = new HashMap<String, MeasuredNodeGpuCount>();
        var visibility = fleet.snapshot().podVisibility();
        for (var node : fleet.nodes()) {
            var read = fleet.readings().readingsOf(node.name());
            long gpus = node.tally(visibility).total()
                    + (node.isUncounted() && read != null ? read.devices().size() : 0);
            nodes.put(node.name(), new MeasuredNodeGpuCount((int) Math.min(Short.MAX_VALUE, gpus),
                    telling.getOrDefault(node.name(), 0), node.info().nodeSummary().created()));
        }
        return new KnownNodeGpuCounts(nodes);
    }

    int gpuCount() {
        return rosterNodes.values().stream().mapToInt(MeasuredNodeGpuCount::gpus).sum();
    }

    int measuredCount() {
        return rosterNodes.values().stream().mapToInt(MeasuredNodeGpuCount::measured).sum();
    }

    /** Returns the number of GPUs of each node without current measurements. */
    Map<String, Integer> missingByNode() {
        var missing = new HashMap<String, Integer>();
        rosterNodes.forEach((name, node) -> missing.put(name, node.missingCount()));
        return missing;
    }

    /** Returns whether more GPUs of a node that existed then are measured now than are remembered. */
    boolean outnumbers(Map<String, Integer> remembered, Instant at) {
        return rosterNodes.entrySet().stream().anyMatch(node -> node.getValue().existedAt(at)
                && node.getValue().measured() > remembered.getOrDefault(node.getKey(), 0));
    }

    /**
     * Returns the missing GPUs, per step, of nodes that existed then. Of a node that told of some, another counts from when it
     * was first told of: nobody knows that it was there before.
     *
     * @param told  of how many GPUs of each node something is remembered
     * @param fixedStepSeries the steps of that
     * @return of each node that was there, step by step
     */
    List<Map<String, Integer>> missingOverTime(Map<String, FixedStepSeries> told, FixedStepSeries fixedStepSeries) {
        var missing = new ArrayList<Map<String, Integer>>();
        for (int position = 0; position < fixedStepSeries.size(); position++) {
            missing.add(new HashMap<>());
        }
        rosterNodes.forEach((name, node) -> {
            var of = told.get(name);
            int maximum = of == null ? 0 : countOf(of.max());
            int before = 0;
            for (int position = 0; position < fixedStepSeries.size(); position++) {
                int there = of == null ? 0 : countOf(of.valueAt(position));
                before = Math.max(before, there);
                if (before > 0) {
                    missing.get(position).put(name, Math.max(0, node.gpus() - (maximum - before) - there));
                } else if (node.existedAt(fixedStepSeries.timeAt(position))) {
                    missing.get(position).put(name, node.gpus());
                }
            }
        });
        return missing;
    }

    /** Returns the number of GPUs; a gap counts nothing. */
    private static int countOf(double told) {
        return Double.isNaN(told) ? 0 : (int) Math.round(told);
    }
}
