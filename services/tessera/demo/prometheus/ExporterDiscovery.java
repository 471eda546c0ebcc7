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
import tessera.demo.store.StoreJson;
import tessera.demo.store.StoredObject;
import tessera.demo.store.objects.StoredObjects;
import tessera.demo.telemetry.exporter.SimulatedExporters;

/**
 * What finds the exporters of the cluster. One who asks for a screen asks many things at once: what was found is told again
 * for a second. Of a state of a pod it is remembered whether it is an exporter, and the exporters of a small fleet are kept
 * for as long as they stay as they are, since somebody asks again and again. Any thread.
 */
final class ExporterDiscovery {

    private static final Duration FRESH = Duration.ofSeconds(1);
    /** Of so many exporters pods and nodes are kept as trees: a few megabytes. */
    private static final int FEW = 100;
    private static final int NONE = 0;

    private final StoredObjects objects;
    private final SimulatedExporters exporters;
    private final Clock clock;
    private volatile WeakReference<DiscoveredExporters> last = new WeakReference<>(null);
    /** By the state of each pod, where it would listen; none where it is no exporter. */
    private final Map<StoredObject, Integer> ports = new WeakHashMap<>();
    private Map<StoredObject, ObjectNode> kept = Map.of();

    /** @param clock the cluster's time */
    ExporterDiscovery(StoredObjects objects, SimulatedExporters exporters, Clock clock) {
        this.objects = objects;
        this.exporters = exporters;
        this.clock = clock;
    }

    /** An exporter's pod with an address, and the node that it is on. */
    record Exporter(ObjectNode pod, ObjectNode node, int port) {}

    private record DiscoveredExporters(Instant at, List<Exporter> exporters) {}

    List<Exporter> exporters() {
        var now = clock.instant();
        var found = last.get();
        if (found == null || now.isBefore(found.at()) || now.isAfter(found.at().plus(FRESH))) {
            found = new DiscoveredExporters(now, found());
            last = new WeakReference<>(found);
        }
        return found.exporters();
    }

    private synchronized List<Exporter> found() {
        var nodes = new HashMap<String, StoredObject>();
        objects.store().list(objects.catalog().get("nodes"), "").objects()
                .forEach(node -> nodes.put(node.name(), node));
        var trees = new HashMap<StoredObject, ObjectNode>();
        var found = new ArrayList<Exporter>();
        for (var stored : objects.store().list(objects.catalog().get("pods"), "").objects()) {
            int port = ports.computeIfAbsent(stored, this::port);
            if (port != NONE) {
                var pod = tree(stored, trees);
                var node = nodes.get(StoreJson.text(pod, "spec", "nodeName"));
                if (node != null && !StoreJson.text(pod, "status", "podIP").isEmpty()) {
                    found.add(new Exporter(pod, tree(node, trees), port));
                }
            }
        }
        kept = found.size() <= FEW ? trees : Map.of();
        return found;
    }

    private int port(StoredObject pod) {
        return exporters.port(pod.tree()).orElse(NONE);
    }

    /** @param trees those that are in use now */
    private ObjectNode tree(StoredObject stored, Map<StoredObject, ObjectNode> trees) {
        return trees.computeIfAbsent(stored, _ -> {
            var before = kept.get(stored);
            return before == null ? stored.tree() : before;
        });
    }
}
