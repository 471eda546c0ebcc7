package tessera.demo.prometheus;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tessera.demo.prometheus.promql.SimulatedPromqlLabelMatcher;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.telemetry.SimulatedClusterTelemetry;
import tessera.demo.telemetry.SimulatedCounterHistory;
import tessera.demo.telemetry.SimulatedDeviceSample;

/** An exporter that is scraped, for the time of one query. One thread. */
final class SimulatedScrapeTarget {

    private static final int DCGM = 9400;
    private static final int GAUDI = 41611;
    /** What other clusters' series name hosts by, and none here does. */
    private static final List<String> ELSEWHERE = List.of("node", "exported_node", "exported_instance", "instance_id");

    private final ObjectNode pod;
    private final ObjectNode node;
    private final boolean up;
    /** Where the host is named, and where another exporter would name it; that of Gaudi names none. */
    private final Map<String, String> hosts = new HashMap<>();
    private final SortedMap<String, String> labels = new TreeMap<>();
    private final SimulatedCounterHistory rewind = new SimulatedCounterHistory();
    private final Map<Long, List<SimulatedDeviceSample>> samplesBySecond = new HashMap<>();

    /** @param up whether it answers */
    SimulatedScrapeTarget(ObjectNode pod, ObjectNode node, int port, boolean up) {
        this.pod = pod;
        this.node = node;
        this.up = up;
        var host = SimulatedStoreJsonCodec.textAt(node, "metadata", "name");
        ELSEWHERE.forEach(label -> hosts.put(label, ""));
        hosts.put("Hostname", port == DCGM ? host : "");
        hosts.put("hostname", port == DCGM || port == GAUDI ? "" : host);
        var service = SimulatedStoreJsonCodec.textAt(pod.path("spec").path("containers").path(0), "name");
        labels.put("job", service);
        labels.put("service", service);
        labels.put("container", service);
        labels.put("endpoint", port == DCGM ? "gpu-metrics" : "exporter-port");
        labels.put("namespace", SimulatedStoreJsonCodec.textAt(pod, "metadata", "namespace"));
        labels.put("pod", SimulatedStoreJsonCodec.textAt(pod, "metadata", "name"));
        labels.put("instance", SimulatedStoreJsonCodec.textAt(pod, "status", "podIP") + ":" + port);
    }

    ObjectNode pod() {
        return pod;
    }

    ObjectNode node() {
        return node;
    }

    boolean isUp() {
        return up;
    }

    /** Returns the labels that Prometheus gives each series of the target. */
    SortedMap<String, String> labels() {
        return labels;
    }

    List<SimulatedDeviceSample> readSamples(SimulatedClusterTelemetry signals, long second) {
        return samplesBySecond.computeIfAbsent(second, _ -> signals.samplesOf(node, second, rewind));
    }

    /** Returns the matchers that the target's common labels do not decide; empty if a series cannot pass. */
    Optional<List<SimulatedPromqlLabelMatcher>> remainingMatchers(List<SimulatedPromqlLabelMatcher> matchers) {
        var rest = new ArrayList<SimulatedPromqlLabelMatcher>();
        for (var matcher : matchers) {
            var common = labels.getOrDefault(matcher.label(), hosts.get(matcher.label()));
            if (common == null) {
                rest.add(matcher);
            } else if (!matcher.matchesValue(common)) {
                return Optional.empty();
            }
        }
        return Optional.of(rest);
    }
}
