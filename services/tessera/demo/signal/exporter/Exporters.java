package tessera.demo.signal.exporter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Optional;
import tessera.demo.api.kubelet.Kubelet.Forwarded;
import tessera.demo.api.kubelet.Kubelet.Reply;
import tessera.demo.http.Headers;
import tessera.demo.signal.Signals;
import tessera.demo.store.Json;

/** The metrics exporters that run on the nodes, as far as they answer. Any thread. */
public final class Exporters {

    private static final Duration SLOW = Duration.ofSeconds(8);

    private final Signals signals;
    private final double speed;

    /** @param speed how many seconds of the cluster pass in one second */
    public Exporters(Signals signals, double speed) {
        this.signals = signals;
        this.speed = speed;
    }

    /** The exporters that are known here. */
    private enum Kind {
        DCGM("dcgm-exporter", 9400),
        AMD("device-metrics-exporter", 5000);

        private final String image;
        private final int port;

        Kind(String image, int port) {
            this.image = image;
            this.port = port;
        }

        static Optional<Kind> of(JsonNode pod) {
            var image = Json.text(pod.path("spec").path("containers").path(0), "image");
            for (var kind : values()) {
                if (image.contains("/" + kind.image + ":")) {
                    return Optional.of(kind);
                }
            }
            return Optional.empty();
        }
    }

    /**
     * What an exporter answers.
     *
     * @param port a number
     * @return nothing if nobody listens there
     */
    public Optional<Reply> answer(ObjectNode pod, ObjectNode node, String port, Forwarded request)
            throws InterruptedException {
        var name = Json.text(node, "metadata", "name");
        var kind = Kind.of(pod).filter(known -> port.equals(Integer.toString(known.port)));
        if (kind.isEmpty() || signals.silent(name)) {
            return Optional.empty();
        }
        return Optional.of(switch (request.path()) {
            case "/metrics" -> metrics(kind.get(), node, request);
            case "/health" -> new Reply(200, Headers.of("Content-Type", "text/plain; charset=utf-8"), "OK");
            default -> new Reply(404, Headers.of("Content-Type", "text/plain; charset=utf-8"), "404 page not found\n");
        });
    }

    private Reply metrics(Kind kind, ObjectNode node, Forwarded request) throws InterruptedException {
        var name = Json.text(node, "metadata", "name");
        if (signals.slow(name)) {
            Thread.sleep(Duration.ofNanos((long) (SLOW.toNanos() / speed)));
        }
        var readings = signals.readings(node);
        var collector = switch (kind) {
            case DCGM -> new DcgmCollector(node, readings, signals.thorough(name));
            case AMD -> new AmdCollector(node, readings);
        };
        var exposition = Exposition.of(collector, request.headers().first("Accept"));
        return new Reply(200, Headers.of("Content-Type", exposition.type()),
                request.method().equals("HEAD") ? "" : exposition.text());
    }
}
