package tessera.demo.prometheus;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.ref.WeakReference;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import tessera.demo.store.SimulatedStoredObject;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.telemetry.SimulatedExporters;

/**
 * The discovery of the cluster's exporters. One who asks for a screen asks many things at once: what was found is told again
 * for a second. Of a state of a pod it is remembered whether it is an exporter, and the exporters of a small fleet are kept
 * for as long as they stay as they are, since somebody asks again and again. Any thread.
 */
final class SimulatedExporterDiscovery {

    private static final Duration FRESH = Duration.ofSeconds(1);
    /** Of so many exporters pods and nodes are kept as trees: a few megabytes. */
    private static final int FEW = 100;
    private static final int NONE = 0;

    private final SimulatedApiStorage objects;
    private final SimulatedExporters exporters;
    private final Clock clock;
    private volatile WeakReference<DiscoveredExporters> last = new WeakReference<>(null);
    /** By the state of each pod, where it would listen; none where it is no exporter. */
    private final Map<SimulatedStoredObject, Integer> ports = new WeakHashMap<>();
    private Map<SimulatedStoredObject, ObjectNode> cachedTrees = Map.of();

    /** @param clock the cluster's time */
    SimulatedExporterDiscovery(SimulatedApiStorage objects, SimulatedExporters exporters, Clock clock) {
        this.objects = objects;
        this.exporters = exporters;
        this.clock = clock;
    }

    /** A running exporter: its pod with an address, its node and its port. */
    record ExporterScrapeTarget(ObjectNode pod, ObjectNode node, int port) {}

    private record DiscoveredExporters(Instant at, List<ExporterScrapeTarget> exporters) {}

    List<ExporterScrapeTarget> exporters() {
        var now = clock.instant();
        var discoveredExporters = last.get();
        if (discoveredExporters == null || now.isBefore(discoveredExporters.at())
                || now.isAfter(discoveredExporters.at().plus(FRESH))) {
            discoveredExporters = new DiscoveredExporters(now, findExporters());
            last = new WeakReference<>(discoveredExporters);
        }
        return discoveredExporters.exporters();
    }

    private synchronized List<ExporterScrapeTarget> findExporters() {
        var nodes = new HashMap<String, SimulatedStoredObject>();
        objects.store().list(objects.catalog().get("nodes"), "").objects()
                .forEach(node -> nodes.put(node.name(), node));
        var trees = new HashMap<SimulatedStoredObject, ObjectNode>();
        var found = new ArrayList<ExporterScrapeTarget>();
        for (var stored : objects.store().list(objects.catalog().get("pods"), "").objects()) {
            int port = ports.computeIfAbsent(stored, this::portOf);
            if (port != NONE) {
                var pod = treeOf(stored, trees);
                var node = nodes.get(pod.path("spec").path("nodeName").asText(""));
                if (node != null && !pod.path("status").path("podIP").asText("").isEmpty()) {
                    found.add(new ExporterScrapeTarget(pod, treeOf(node, trees), port));
                }
            }
        }
        cachedTrees = found.size() <= FEW ? trees : Map.of();
        return found;
    }

    private int portOf(SimulatedStoredObject pod) {
        return exporters.portOf(pod.toTree()).orElse(NONE);
    }

    /** @param trees those that are in use now */
    private ObjectNode treeOf(SimulatedStoredObject stored, Map<SimulatedStoredObject, ObjectNode> trees) {
        return trees.computeIfAbsent(stored, _ -> {
            var before = cachedTrees.get(stored);
            return before == null ? stored.toTree() : before;
        });
    }
}
