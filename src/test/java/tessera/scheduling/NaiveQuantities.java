package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Requests, room and host ports for {@link NaiveScheduler}. */
final class NaiveQuantities {

    private static final Map<String, Integer> BINARY = Map.of("Ki", 10, "Mi", 20, "Gi", 30, "Ti", 40);

    private NaiveQuantities() {}

    private static long amount(String resource, String text) {
        var unit = text.length() < 2 ? "" : text.substring(text.length() - 2);
        BigDecimal value;
        if (BINARY.containsKey(unit)) {
            value = new BigDecimal(text.substring(0, text.length() - 2)).multiply(BigDecimal.TWO.pow(BINARY.get(unit)));
        } else if (text.endsWith("m")) {
            value = new BigDecimal(text.substring(0, text.length() - 1)).movePointLeft(3);
        } else {
            value = new BigDecimal(text);
        }
        return (resource.equals("cpu") ? value.movePointRight(3) : value).setScale(0, RoundingMode.CEILING)
                .longValueExact();
    }

    private static Map<String, Long> requestsOf(JsonNode container) {
        return amounts(container.at("/resources/requests"));
    }

    private static Map<String, Long> amounts(JsonNode quantities) {
        var amounts = new HashMap<String, Long>();
        quantities.properties()
                .forEach(each -> amounts.put(each.getKey(), amount(each.getKey(), each.getValue().asText())));
        return amounts;
    }

    private static Map<String, Long> sum(Map<String, Long> one, Map<String, Long> other) {
        var both = new HashMap<>(one);
        other.forEach((resource, more) -> both.merge(resource, more, Long::sum));
        return both;
    }

    /** All containers and sidecars together, or an init container with the sidecars before it where that is more. */
    static Map<String, Long> requests(JsonNode pod) {
        Map<String, Long> sidecars = Map.of();
        var most = new HashMap<String, Long>();
        for (var container : pod.at("/spec/initContainers")) {
            var then = sum(sidecars, requestsOf(container));
            then.forEach((resource, much) -> most.merge(resource, much, Math::max));
            if (container.path("restartPolicy").asText().equals("Always")) {
                sidecars = then;
            }
        }
        var running = sidecars;
        for (var container : pod.at("/spec/containers")) {
            running = sum(running, requestsOf(container));
        }
        running.forEach((resource, much) -> most.merge(resource, much, Math::max));
        return sum(most, amounts(pod.at("/spec/overhead")));
    }

    static long allocatable(JsonNode node, String resource) {
        var text = node.at("/status/allocatable").path(resource).asText();
        return text.isEmpty() ? 0 : amount(resource, text);
    }

    static List<String> shortages(JsonNode pod, JsonNode node, List<JsonNode> there) {
        var found = new ArrayList<String>();
        if (there.size() + 1 > allocatable(node, "pods")) {
            found.add("Too many pods");
        }
        var requests = requests(pod);
        for (var resource : new TreeSet<>(requests.keySet())) {
            long used = there.stream().mapToLong(other -> requests(other).getOrDefault(resource, 0L)).sum();
            long wanted = requests.getOrDefault(resource, 0L);
            if (wanted > 0 && used + wanted > allocatable(node, resource)) {
                found.add("Insufficient " + resource);
            }
        }
        return found;
    }

    static boolean portsClash(JsonNode pod, List<JsonNode> there) {
        for (var port : ports(pod)) {
            for (var other : there) {
                for (var taken : ports(other)) {
                    if (clash(port, taken)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static boolean clash(JsonNode port, JsonNode taken) {
        var one = port.path("hostIP").asText("0.0.0.0");
        var other = taken.path("hostIP").asText("0.0.0.0");
        return port.path("hostPort").asInt() == taken.path("hostPort").asInt()
                && port.path("protocol").asText("TCP").equals(taken.path("protocol").asText("TCP"))
                && (one.equals("0.0.0.0") || other.equals("0.0.0.0") || one.equals(other));
    }

    private static List<JsonNode> ports(JsonNode pod) {
        var found = new ArrayList<JsonNode>();
        for (var kind : List.of("containers", "initContainers")) {
            for (var container : pod.path("spec").path(kind)) {
                if (kind.equals("containers") || container.path("restartPolicy").asText().equals("Always")) {
                    container.path("ports").valueStream().filter(port -> port.has("hostPort")).forEach(found::add);
                }
            }
        }
        return found;
    }
}
