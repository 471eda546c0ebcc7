package tessera.ui.alerts;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tessera.insight.GpuFleet;
import tessera.model.SessionConnection;
import tessera.model.SourceHealth;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.NodeReadings.Freshness;
import tessera.ui.kit.NumberText;

/**
 * What the alert rules can see of a fleet. What is not measured is not claimed to be well.
 *
 * @param measured  GPUs of which there are recent readings
 * @param total     GPUs there are
 * @param silent    nodes whose exporter does not answer
 * @param bare      nodes without an exporter
 * @param awaited   nodes whose exporter was not heard yet
 * @param current   whether the cluster says what nodes are like now
 * @param refused   why nothing is measured at all; empty when something may be
 */
record RuleCoverage(long measured, long total, List<String> silent, List<String> bare, int awaited, boolean current,
        String refused) {

    private static final int NAMED = 3;

    static RuleCoverage of(GpuFleet fleet, Instant now) {
        var silent = new ArrayList<String>();
        var bare = new ArrayList<String>();
        int awaited = 0;
        long measured = 0;
        for (var node : fleet.nodes()) {
            var readings = fleet.readings().node(node.name());
            if (readings == null) {
                awaited++;
            } else if (readings.freshness(now) == Freshness.FRESH) {
                measured += readings.devices().size();
            } else if (readings.source().isEmpty()) {
                bare.add(node.name());
            } else if (answersNot(readings)) {
                silent.add(node.name());
            } else {
                awaited++;
            }
        }
        var snapshot = fleet.snapshot();
        var trouble = fleet.readings().trouble();
        long total = fleet.tally().total();
        return new RuleCoverage(Math.min(measured, total), total, silent, bare, awaited,
                snapshot.connection() instanceof SessionConnection.LiveConnection
                        && snapshot.nodeHealth() instanceof SourceHealth.LiveSource,
                trouble == null ? "" : trouble.sentence());
    }

    private static boolean answersNot(NodeReadings readings) {
        return readings.at() != null || readings.trouble() != null;
    }

    /** Whether everything that could fire would be seen. */
    boolean complete() {
        return current && refused.isEmpty() && measured >= total && silent.isEmpty();
    }

    /** For example {@code 27 rules watch 142 of 160 GPUs · 1 exporter does not answer (t4-02)}. */
    String words(int rules) {
        var parts = new ArrayList<String>();
        parts.add("%s watch %s".formatted(NumberText.of(rules, "rule"),
                measured >= total ? NumberText.of(total, "GPU")
                        : "%s of %s".formatted(NumberText.count(measured), NumberText.of(total, "GPU"))));
        if (!refused.isEmpty()) {
            parts.add("nothing is measured: " + refused);
        }
        if (!silent.isEmpty()) {
            parts.add(NumberText.of(silent.size(), "exporter")
                    + (silent.size() == 1 ? " does not answer " : " do not answer ") + named(silent));
        }
        if (!bare.isEmpty()) {
            parts.add(
                    NumberText.of(bare.size(), "node") + (bare.size() == 1 ? " has no exporter " : " have no exporter ")
                            + named(bare));
        }
        if (awaited > 0) {
            parts.add(NumberText.of(awaited, "node") + " not read yet");
        }
        if (!current) {
            parts.add("the cluster does not say what its nodes are like now");
        }
        return String.join("  ·  ", parts);
    }

    private static String named(List<String> nodes) {
        return "(" + String.join(", ", nodes.subList(0, Math.min(NAMED, nodes.size())))
                + (nodes.size() > NAMED ? ", …" : "") + ")";
    }
}
