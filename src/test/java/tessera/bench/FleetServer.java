package tessera.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import tessera.bench.SyntheticFleet.Moment;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.fixture.ScriptedServer.Exchange;
import tessera.cluster.fixture.TestCertificates;

/**
 * A server that has a synthetic fleet in memory, written out beforehand, so that it costs next to nothing while others
 * are measured. A process of its own: it prints its address, and ends when its standard input does.
 */
public final class FleetServer {

    /** Objects of a page. Larger pages are several of these. */
    static final int PAGE = 500;
    private static final long LISTED = 1_000_000;

    private final SyntheticFleet fleet;
    private final List<byte[]> nodes;
    private final List<byte[]> pods;
    /** Empty where no dynamic resource allocation is served. */
    private final List<byte[]> slices;
    private final List<byte[]> claims;
    private final EventLoad load;
    private final Transport transport;
    /** Compressed answers by what was asked for. */
    private final Map<String, byte[]> compressed = new ConcurrentHashMap<>();

    /** How answers travel. */
    enum Transport {
        PLAIN(""),
        TLS(", TLS"),
        /** As a real API server sends long answers to those who take them so. */
        COMPRESSED_TLS(", TLS, gzip");

        final String suffix;

        Transport(String suffix) {
            this.suffix = suffix;
        }
    }

    private FleetServer(SyntheticFleet fleet, int eventsPerSecond, boolean devices, Transport transport) {
        this.fleet = fleet;
        nodes = pages(fleet.nodes(), number -> fleet.node(number, new Moment(number + 1L, 0)));
        pods = pages(fleet.pods(), number -> fleet.pod(number, new Moment(number + 1L, 0)));
        slices = pages(devices ? fleet.nodes() : 0, number -> fleet.slice(number, new Moment(number + 1L, 0)));
        claims = pages(devices ? fleet.nodes() * SyntheticFleet.GPUS : 0,
                number -> fleet.claim(number, new Moment(number + 1L, 0)));
        load = new EventLoad(fleet, eventsPerSecond, LISTED);
        this.transport = transport;
    }

    /** Nodes, pods, events a second, zero for none, whether claims hand out the GPUs, and the transport. */
    public static void main(String[] arguments) throws Exception {
        var server = new FleetServer(new SyntheticFleet(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1])),
                Integer.parseInt(arguments[2]), Boolean.parseBoolean(arguments[3]), Transport.valueOf(arguments[4]));
        try (var http = server.start()) {
            System.out.println(
                    "address=" + http.address() + " bytes=" + server.bytes() + " epoch=" + server.load.epoch());
            while (System.in.read() >= 0) {
                // Until the end.
            }
        }
        System.exit(0);
    }

    private ScriptedServer start() throws Exception {
        if (transport == Transport.PLAIN) {
            return ScriptedServer.start(this::answer);
        }
        var certificates = new TestCertificates("bench");
        var own = certificates.issue("bench", List.of("127.0.0.1"), TestCertificates.Period.NOW);
        return ScriptedServer.startTls(certificates.serverContext(own), false, this::answer);
    }

    private interface Numbered {
        byte[] json(int number);
    }

    private static List<byte[]> pages(int count, Numbered objects) {
        var pages = new ArrayList<byte[]>();
        for (int from = 0; from < count; from += PAGE) {
            var page = new ByteArrayOutputStream();
            for (int number = from; number < Math.min(count, from + PAGE); number++) {
                page.writeBytes(number == from ? new byte[0] : new byte[] {','});
                page.writeBytes(objects.json(number));
            }
            pages.add(page.toByteArray());
        }
        return pages;
    }

    private long bytes() {
        return Stream.of(nodes, pods, slices, claims).flatMap(List::stream).mapToLong(page -> page.length).sum();
    }

    private void answer(Exchange exchange) throws Exception {
        switch (exchange.path()) {
            case "/version", "/version/" ->
                exchange.json(200, "{\"major\":\"1\",\"minor\":\"36\",\"gitVersion\":\"v1.36.2\"}");
            case "/api/v1/nodes" -> collection(exchange, "Node", nodes, fleet.nodes());
            case "/api/v1/pods" -> collection(exchange, "Pod", pods, fleet.pods());
            case Contender.DEVICES + "resourceslices" -> devices(exchange, "ResourceSlice", slices, fleet.nodes());
            case Contender.DEVICES + "resourceclaims" ->
                devices(exchange, "ResourceClaim", claims, fleet.nodes() * SyntheticFleet.GPUS);
            case Contender.DEVICES + "deviceclasses" -> devices(exchange, "DeviceClass", List.of(), 0);
            case "/apis" -> exchange.json(slices.isEmpty() ? 404 : 200,
                    "{\"groups\":[{\"name\":\"resource.k8s.io\",\"versions\":[{\"version\":\"v1\"}]}]}");
            case "/apis/resource.k8s.io/v1" -> exchange.json(200, "{\"resources\":[{\"name\":\"resourceslices\"},"
                    + "{\"name\":\"resourceclaims\"},{\"name\":\"deviceclasses\"}]}");
            default -> exchange.json(404, "{\"kind\":\"Status\",\"code\":404}");
        }
    }

    private void devices(Exchange exchange, String kind, List<byte[]> pages, int count) throws Exception {
        if (exchange.watches()) {
            exchange.begin(200, "application/json");
            exchange.hang();
        } else {
            list(exchange, kind, pages, count);
        }
    }

    private void collection(Exchange exchange, String kind, List<byte[]> pages, int count) throws Exception {
        if (exchange.watches()) {
            load.answer(exchange, kind);
        } else {
            list(exchange, kind, pages, count);
        }
    }

    private void list(Exchange exchange, String kind, List<byte[]> pages, int count) throws IOException {
        int limit = exchange.query("limit").isEmpty() ? 0 : Integer.parseInt(exchange.query("limit"));
        int first = exchange.query("continue").isEmpty() ? 0 : Integer.parseInt(exchange.query("continue")) / PAGE;
        int last = limit == 0 ? pages.size() : Math.min(pages.size(), first + Math.ceilDiv(limit, PAGE));
        long remaining = Math.max(0, count - (long) last * PAGE);
        var more = remaining == 0 ? "" : ",\"continue\":\"" + last * PAGE + "\",\"remainingItemCount\":" + remaining;
        var parts = new ArrayList<byte[]>();
        parts.add(("{\"kind\":\"" + kind + "List\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"" + LISTED
                + "\"" + more + "},\"items\":[").getBytes(StandardCharsets.US_ASCII));
        for (int page = first; page < last; page++) {
            if (page > first) {
                parts.add(new byte[] {','});
            }
            parts.add(pages.get(page));
        }
        parts.add("]}\n".getBytes(StandardCharsets.US_ASCII));
        send(exchange, parts);
    }

    private void send(Exchange exchange, List<byte[]> parts) throws IOException {
        if (transport == Transport.COMPRESSED_TLS
                && exchange.headers.getOrDefault("accept-encoding", "").contains("gzip")) {
            exchange.send(200, Map.of("Content-Type", "application/json", "Content-Encoding", "gzip"),
                    compressed.computeIfAbsent(exchange.target, _ -> compress(parts)));
        } else {
            exchange.send(200, Map.of("Content-Type", "application/json"), parts);
        }
    }

    private static byte[] compress(List<byte[]> parts) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            for (var part : parts) {
                out.write(part);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
