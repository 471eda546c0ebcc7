package tessera.ui.alerts;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tessera.gpu.GpuFleet;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.NodeReadings.ReadingFreshness;
import tessera.text.MessageCatalog;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.GroupedNumberFormatter;

/**
 * The coverage of a fleet by the alert rules. What is not measured is not claimed to be well.
 *
 * @param measured  GPUs of which there are recent readings
 * @param total     GPUs there are
 * @param silentNodes    nodes whose exporter does not answer
 * @param nodesWithoutExporter      nodes without an exporter
 * @param awaitedNodes   nodes whose exporter was not heard yet
 * @param current   whether the cluster says what nodes are like now
 * @param refusalReason   why nothing is measured at all; empty when something may be
 */
record AlertRuleFleetCoverage(long measured, long total, List<String> silentNodes, List<String> nodesWithoutExporter,
        int awaitedNodes, boolean current, String refusalReason) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(AlertRuleFleetCoverage.class);
    private static final int NAMED = 3;

    static AlertRuleFleetCoverage ofFleet(GpuFleet fleet, Instant now) {
        var silent = new ArrayList<String>();
        var bare = new ArrayList<String>();
        int awaited = 0;
        long measured = 0;
        for (var node : fleet.nodes()) {
            var readings = fleet.readings().readingsOf(node.name());
            if (readings == null) {
                awaited++;
            } else if (readings.freshnessAt(now) == ReadingFreshness.FRESH) {
                measured += readings.devices().size();
            } else if (readings.source().isEmpty()) {
                bare.add(node.name());
            } else if (hasNoAnswer(readings)) {
                silent.add(node.name());
            } else {
                awaited++;
            }
        }
        var clusterSnapshot = fleet.snapshot();
        var problem = fleet.readings().problem();
        long total = fleet.tally().total();
        return new AlertRuleFleetCoverage(Math.min(measured, total), total, silent, bare, awaited,
                clusterSnapshot.connection() instanceof SessionConnectionStatus.LiveConnection
                        && clusterSnapshot.nodeHealth() instanceof SnapshotCollectionHealth.LiveCollection,
                problem == null ? "" : problem.problemText());
    }

    private static boolean hasNoAnswer(NodeReadings readings) {
        return readings.at() != null || readings.problem() != null;
    }

    /** Returns whether every alert that could fire would be seen. */
    boolean isComplete() {
        return current && refusalReason.isEmpty() && measured >= total && silentNodes.isEmpty();
    }

    /** Returns the coverage, for example {@code 27 rules watch 142 of 160 GPUs · 1 exporter does not answer (t4-02)}. */
    String coverageText(int rules) {
        var parts = new ArrayList<String>();
        var gpus = CountedNoun.GPU.countText(total);
        parts.add(measured >= total ? MESSAGES.text("coverage.all", rules, gpus)
                : MESSAGES.text("coverage.some", rules, GroupedNumberFormatter.count(measured), gpus));
        if (!refusalReason.isEmpty()) {
            parts.add(MESSAGES.text("coverage.none", refusalReason));
        }
        if (!silentNodes.isEmpty()) {
            parts.add(MESSAGES.text("coverage.silent", silentNodes.size(), nodeListText(silentNodes)));
        }
        if (!nodesWithoutExporter.isEmpty()) {
            parts.add(MESSAGES.text("coverage.noExporter", nodesWithoutExporter.size(),
                    nodeListText(nodesWithoutExporter)));
        }
        if (awaitedNodes > 0) {
            parts.add(MESSAGES.text("coverage.awaited", awaitedNodes));
        }
        if (!current) {
            parts.add(MESSAGES.text("coverage.stale"));
        }
        return String.join("  ·  ", parts);
    }

    private static String nodeListText(List<String> nodes) {
        return "(" + String.join(", ", nodes.subList(0, Math.min(NAMED, nodes.size())))
                + (nodes.size() > NAMED ? ", …" : "") + ")";
    }
}
