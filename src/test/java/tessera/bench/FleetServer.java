package tessera.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tessera.bench.SyntheticFleet.Moment;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.fixture.ScriptedServer.Exchange;

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

    private FleetServer(SyntheticFleet fleet, int eventsPerSecond, boolean devices) {
        this.fleet = fleet;
        nodes = pages(fleet.nodes(), number -> fleet.node(number, new Moment(number + 1L, 0)));
        pods = pages(fleet.pods(), number -> fleet.pod(number, new Moment(number + 1L, 0)));
        slices = pages(devices ? fleet.nodes() : 0, number -> fleet.slice(number, new Moment(number + 1L, 0)));
        claims = pages(devices ? fleet.nodes() * SyntheticFleet.GPUS : 0,
                number -> fleet.claim(number, new Moment(number + 1L, 0)));
        load = new EventLoad(fleet, eventsPerSecond, LISTED);
    }

    /** Nodes, pods, events a second, zero for none, and whether claims hand out the GPUs. */
    public static void main(String[] arguments) throws Exception {
        var server = new FleetServer(
                new SyntheticFleet(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1])),
                Integer.parseInt(arguments[2]), Boolean.parseBoolean(arguments[3]));
        try (var http = ScriptedServer.start(server::answer)) {
            System.out.println("address=" + http.address() + " bytes=" + server.bytes() + " epoch="
                    + server.load.epoch());
            while (System.in.read() >= 0) {
                // Until the end.
            }
        }
        System.exit(0);
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
            case "/version", "/version/" -> exchange.json(200,
                    "{\"major\":\"1\",\"minor\":\"36\",\"gitVersion\":\"v1.36.2\"}");
            case "/api/v1/nodes" -> collection(exchange, "Node", nodes, fleet.nodes());
            case "/api/v1/pods" -> collection(exchange, "Pod", pods, fleet.pods());
            case Contender.DEVICES + "resourceslices" -> devices(exchange, "ResourceSlice", slices, fleet.nodes());
            case Contender.DEVICES + "resourceclaims" -> devices(exchange, "ResourceClaim", claims,
                    fleet.nodes() * SyntheticFleet.GPUS);
            case Contender.DEVICES + "deviceclasses" -> devices(exchange, "DeviceClass", List.of(), 0);
            case "/apis" -> exchange.json(slices.isEmpty() ? 404 : 200,
                    "{\"groups\":[{\"name\":\"resource.k8s.io\",\"versions\":[{\"version\":\"v1\"}]}]}");
            case "/apis/resource.k8s.io/v1" -> exchange.json(200, "{\"resources\":[{\"name\":\"resourceslices\"},"
                    + "{\"name\":\"resourceclaims\"},{\"name\":\"deviceclasses\"}]}");
            default -> exchange.json(404, "{\"kind\":\"Status\",\"code\":404}");
        }
    }

    private static void devices(Exchange exchange, String kind, List<byte[]> pages, int count) throws Exception {
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

    private static void list(Exchange exchange, String kind, List<byte[]> pages, int count) throws IOException {
        int limit = exchange.query("limit").isEmpty() ? 0 : Integer.parseInt(exchange.query("limit"));
        int first = exchange.query("continue").isEmpty() ? 0 : Integer.parseInt(exchange.query("continue")) / PAGE;
        int last = limit == 0 ? pages.size() : Math.min(pages.size(), first + Math.ceilDiv(limit, PAGE));
        long remaining = Math.max(0, count - (long) last * PAGE);
        var more = remaining == 0 ? ""
                : ",\"continue\":\"" + last * PAGE + "\",\"remainingItemCount\":" + remaining;
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
        exchange.send(200, Map.of("Content-Type", "application/json"), parts);
    }
}
