package tessera.demo.http;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** The simulated faults of a server, by method and path. The first one that fits a request strikes it. Any thread. */
public final class SimulatedHttpServerFaults {

    private final List<InjectedFaultRule> orders = new CopyOnWriteArrayList<>();

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

    List<SimulatedHttpServerFault> faultsOf(IncomingHttpRequest request) {
        if (orders.isEmpty()) {
            return List.of();
        }
        var query = request.query().rawText();
        var line = request.method() + " " + request.path() + (query.isEmpty() ? "" : "?" + query);
        return orders.stream().filter(order -> order.matchesRequest(line)).map(InjectedFaultRule::fault).toList();
    }

    private record InjectedFaultRule(Pattern request, SimulatedHttpServerFault fault, AtomicInteger left) {

        boolean matchesRequest(String line) {
            return request.matcher(line).matches() && left.getAndUpdate(count -> Math.max(0, count - 1)) > 0;
        }
    }
}
