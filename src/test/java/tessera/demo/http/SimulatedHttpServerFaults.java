package tessera.demo.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import tessera.demo.SimulatedCluster;

/** Faults of the network of a server, by method and path; all that fit a request strike it. Any thread. */
public final class SimulatedHttpServerFaults implements HttpRequestHandler {

    private final List<InjectedFaultRule> orders = new CopyOnWriteArrayList<>();
    private final SimulatedHttpServer server;
    private final HttpRequestHandler next;

    private SimulatedHttpServerFaults(SimulatedHttpServer server) {
        this.server = server;
        this.next = server.entry;
    }

    public static SimulatedHttpServerFaults of(SimulatedCluster cluster) {
        return of(cluster.httpServer());
    }

    public static synchronized SimulatedHttpServerFaults of(SimulatedHttpServer server) {
        if (server.entry instanceof SimulatedHttpServerFaults present) {
            return present;
        }
        var faults = new SimulatedHttpServerFaults(server);
        server.entry = faults;
        return faults;
    }

    /**
     * Adds a fault; running the result removes it.
     *
     * @param request regular expression over method and target, e.g. {@code GET /api/v1/nodes(\?.*)?}
     * @return takes the order back
     */
    public Runnable addFault(String request, SimulatedHttpServerFault fault) {
        return addFault(request, fault, Integer.MAX_VALUE);
    }

    /**
     * Adds a fault for a number of requests.
     *
     * @param times how many requests are struck at most
     */
    public Runnable addFault(String request, SimulatedHttpServerFault fault, int times) {
        var order = new InjectedFaultRule(Pattern.compile(request), fault, new AtomicInteger(times));
        orders.add(order);
        return () -> orders.remove(order);
    }

    public void clear() {
        orders.clear();
    }

    /** Drops every connection at once, as a network failure would. New ones are accepted. */
    public void dropConnections() {
        server.dropConnections();
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        var request = exchange.request();
        var query = request.query().rawText();
        var line = request.method() + " " + request.path() + (query.isEmpty() ? "" : "?" + query);
        var faults = orders.stream().filter(order -> order.matchesRequest(line)).map(InjectedFaultRule::fault).toList();
        try {
            strike(faults, exchange);
        } catch (InterruptedException e) {
            throw new InterruptedIOException("while a response was held");
        }
    }

    private void strike(List<SimulatedHttpServerFault> faults, HttpExchange exchange)
            throws IOException, InterruptedException {
        var passed = exchange;
        for (var fault : faults) {
            switch (fault) {
                case SimulatedHttpServerFault.DelayedResponseFault late -> Thread.sleep(late.delay());
                case SimulatedHttpServerFault.HeldResponseFault held -> held.latch().await();
                case SimulatedHttpServerFault.TruncatedResponseFault cut ->
                    passed = truncated(exchange, cut.afterBytes());
                case SimulatedHttpServerFault.NonHttpResponseFault garbage -> {
                    exchange.streams().out().write(garbage.bytes().getBytes(StandardCharsets.ISO_8859_1));
                    exchange.streams().out().flush();
                    return;
                }
                case SimulatedHttpServerFault.FixedResponseFault answer -> {
                    exchange.send(answer.status(), answer.headers(), answer.body().getBytes(StandardCharsets.UTF_8));
                    return;
                }
            }
        }
        next.handle(passed);
    }

    private static HttpExchange truncated(HttpExchange exchange, int bytes) {
        var streams = exchange.streams();
        return new HttpExchange(exchange.request(), new HttpExchange.HttpExchangeConnection(streams.in(),
                new TruncatingStream(streams.out(), bytes), streams.clock(), streams.hangUp()));
    }

    /** A stream that passes the head and a number of body bytes, then fails. */
    private static final class TruncatingStream extends OutputStream {

        private static final int END_OF_HEAD = 0x0d0a0d0a;

        private final OutputStream socketOutput;
        private int left;
        private int lastFour;
        private boolean headSent;

        TruncatingStream(OutputStream socketOutput, int bodyBytes) {
            this.socketOutput = socketOutput;
            this.left = bodyBytes;
        }

        @Override
        public void write(int value) throws IOException {
            if (headSent && left-- <= 0) {
                socketOutput.flush();
                throw new IOException("cut as ordered");
            }
            socketOutput.write(value);
            lastFour = lastFour << 8 | (value & 0xff);
            headSent |= lastFour == END_OF_HEAD;
        }

        @Override
        public void flush() throws IOException {
            socketOutput.flush();
        }
    }

    private record InjectedFaultRule(Pattern request, SimulatedHttpServerFault fault, AtomicInteger left) {

        boolean matchesRequest(String line) {
            return request.matcher(line).matches() && left.getAndUpdate(count -> Math.max(0, count - 1)) > 0;
        }
    }
}
