package tessera.demo.prometheus;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.ref.WeakReference;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import tessera.demo.signal.exporter.Exporters;
import tessera.demo.store.Json;
import tessera.demo.store.objects.Objects;

/**
 * What finds the exporters of the cluster. One who asks for a screen asks many things at once: what was found is told again
 * for a second, but kept for nobody. Any thread.
 */
final class Discovery {

    private static final Duration FRESH = Duration.ofSeconds(1);

    private final Objects objects;
    private final Exporters exporters;
    private final Clock clock;
    private volatile WeakReference<Found> last = new WeakReference<>(null);

    /** @param clock the cluster's time */
    Discovery(Objects objects, Exporters exporters, Clock clock) {
        this.objects = objects;
        this.exporters = exporters;
        this.clock = clock;
    }

    /** An exporter's pod with an address, and the node that it is on. */
    record Exporter(ObjectNode pod, ObjectNode node, int port) {}

    private record Found(Instant at, List<Exporter> exporters) {}

    List<Exporter> exporters() {
        var now = clock.instant();
        var found = last.get();
        if (found == null || now.isBefore(found.at()) || now.isAfter(found.at().plus(FRESH))) {
            found = new Found(now, found());
            last = new WeakReference<>(found);
        }
        return found.exporters();
    }

    private List<Exporter> found() {
        var nodes = new HashMap<String, ObjectNode>();
        objects.store().list(objects.catalog().get("nodes"), "").objects()
                .forEach(node -> nodes.put(node.name(), node.tree()));
        var found = new ArrayList<Exporter>();
        for (var stored : objects.store().list(objects.catalog().get("pods"), "").objects()) {
            var pod = stored.tree();
            var port = exporters.port(pod);
            var node = nodes.get(Json.text(pod, "spec", "nodeName"));
            if (port.isPresent() && node != null && !Json.text(pod, "status", "podIP").isEmpty()) {
                found.add(new Exporter(pod, node, port.getAsInt()));
            }
        }
        return found;
    }
}
