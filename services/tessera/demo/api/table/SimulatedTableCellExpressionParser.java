package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Parser of the cell expressions in {@code tables.json}. */
final class SimulatedTableCellExpressionParser {

    static final String NONE = "<none>";

    private static final Map<String, SimulatedTableCellFunction> CALLED = namedCells();

    private SimulatedTableCellExpressionParser() {}

    /** @throws IllegalArgumentException if the words mean nothing */
    static SimulatedTableCellFunction parseCell(String text) {
        var parts = text.split(" ", 3);
        var path = parts.length > 1 ? parts[1] : "";
        var absent = parts.length > 2 ? parts[2] : "";
        return switch (parts[0]) {
            case "name" -> (object, _) -> textNode(SimulatedStoreJsonCodec.textAt(object, "metadata", "name"));
            case "age" ->
                (object, now) -> textNode(
                        SimulatedTableAgeFormatter.ageText(
                                SimulatedStoreJsonCodec.textAt(object, "metadata", "creationTimestamp"),
                                now));
            case "since" -> (object, now) -> ageNode(nodeAt(object, path).asText(""), now, absent);
            case "text" -> (object, _) -> textOrDefault(nodeAt(object, path).asText(""), absent);
            case "number" -> (object, _) -> numberNode(nodeAt(object, path).asLong(0));
            case "flag" -> (object, _) -> SimulatedStoreJsonCodec.NODES.booleanNode(nodeAt(object, path).asBoolean());
            case "size" -> (object, _) -> numberNode(nodeAt(object, path).size());
            case "map" -> (object, _) -> textNode(joinPairs(nodeAt(object, path)));
            case "list" ->
                (object, _) -> textOrDefault(String.join(",", textsAt(object, path)), absent.isEmpty() ? NONE : absent);
            case "call" -> functionCell(path);
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static SimulatedTableCellFunction functionCell(String name) {
        var cell = CALLED.get(name);
        if (cell == null) {
            throw new IllegalArgumentException(name);
        }
        return cell;
    }

    private static Map<String, SimulatedTableCellFunction> namedCells() {
        var all = new TreeMap<String, SimulatedTableCellFunction>();
        all.putAll(SimulatedPodTableCells.ALL);
        all.putAll(SimulatedNodeTableCells.ALL);
        all.putAll(SimulatedWorkloadTableCells.ALL);
        all.putAll(SimulatedEventTableCells.ALL);
        all.putAll(SimulatedServiceTableCells.ALL);
        all.putAll(SimulatedMiscellaneousTableCells.ALL);
        return Map.copyOf(all);
    }

    static JsonNode nodeAt(JsonNode object, String path) {
        var node = object;
        for (var name : path.split("\\.", -1)) {
            node = node.path(name);
        }
        return node;
    }

    /** Returns the texts at a path that may lead through lists. */
    static List<String> textsAt(JsonNode object, String path) {
        var nodes = List.of(object);
        for (var name : path.split("\\.", -1)) {
            var next = new ArrayList<JsonNode>();
            for (var node : nodes) {
                var child = node.path(name);
                if (child.isArray()) {
                    child.forEach(next::add);
                } else if (!child.isMissingNode()) {
                    next.add(child);
                }
            }
            nodes = next;
        }
        return nodes.stream().map(JsonNode::asText).filter(text -> !text.isEmpty()).toList();
    }

    static JsonNode textNode(String text) {
        return SimulatedStoreJsonCodec.NODES.textNode(text);
    }

    static JsonNode numberNode(long number) {
        return SimulatedStoreJsonCodec.NODES.numberNode(number);
    }

    static JsonNode textOrDefault(String text, String absent) {
        return textNode(text.isEmpty() ? absent : text);
    }

    static String joinPairs(JsonNode map) {
        var pairs = new ArrayList<String>();
        map.properties().forEach(entry -> pairs.add(entry.getKey() + "=" + entry.getValue().asText()));
        pairs.sort(null);
        return pairs.isEmpty() ? NONE : String.join(",", pairs);
    }

    private static JsonNode ageNode(String moment, Instant now, String absent) {
        return textNode(moment.isEmpty() ? absent : SimulatedTableAgeFormatter.ageText(moment, now));
    }

    /** Table cells of events, whose times are in three places. */
    static final class SimulatedEventTableCells {

        static final Map<String, SimulatedTableCellFunction> ALL = Map.of("event.last",
                (event, now) -> SimulatedTableCellExpressionParser.textNode(lastSeenText(event, now)),
                "event.first",
                (event, now) -> SimulatedTableCellExpressionParser
                        .textNode(SimulatedTableAgeFormatter.ageText(firstTime(event), now)),
                "event.object",
                (event, _) -> SimulatedTableCellExpressionParser.textNode(objectName(event)), "event.source",
                (event, _) -> SimulatedTableCellExpressionParser.textNode(sourceName(event)),
                "event.count",
                (event, _) -> SimulatedTableCellExpressionParser.numberNode(occurrences(event)));

        private SimulatedEventTableCells() {}

        private static String lastSeenText(JsonNode event, Instant now) {
            var first = SimulatedTableAgeFormatter.ageText(firstTime(event), now);
            var series = event.path("series");
            var lastTime = SimulatedStoreJsonCodec.textAt(series, "lastObservedTime");
            if (lastTime.isEmpty()) {
                lastTime = SimulatedStoreJsonCodec.textAt(event, "lastTimestamp");
            }
            var last = lastTime.isEmpty() ? first : SimulatedTableAgeFormatter.ageText(lastTime, now);
            return occurrences(event) > 1 ? last + " (x" + occurrences(event) + " over " + first + ")" : last;
        }

        private static String firstTime(JsonNode event) {
            var first = SimulatedStoreJsonCodec.textAt(event, "firstTimestamp");
            return first.isEmpty() ? SimulatedStoreJsonCodec.textAt(event, "eventTime") : first;
        }

        private static long occurrences(JsonNode event) {
            long series = event.path("series").path("count").asLong();
            return Math.max(1, series > 0 ? series : event.path("count").asLong());
        }

        private static String objectName(JsonNode event) {
            var about = event.path("involvedObject");
            return SimulatedStoreJsonCodec.textAt(about, "kind").toLowerCase(Locale.ROOT) + "/"
                    + SimulatedStoreJsonCodec.textAt(about, "name");
        }

        private static String sourceName(JsonNode event) {
            var component = SimulatedStoreJsonCodec.textAt(event, "source", "component");
            var both = component.isEmpty()
                    ? Stream.of(SimulatedStoreJsonCodec.textAt(event, "reportingComponent"),
                            SimulatedStoreJsonCodec.textAt(event, "reportingInstance"))
                    : Stream.of(component, SimulatedStoreJsonCodec.textAt(event, "source", "host"));
            return both.filter(text -> !text.isEmpty()).collect(Collectors.joining(", "));
        }
    }

    /** Table cells of nodes. */
    static final class SimulatedNodeTableCells {

        private static final String ROLE = "node-role.kubernetes.io/";

        static final Map<String, SimulatedTableCellFunction> ALL = Map.of("node.status",
                (node, _) -> SimulatedTableCellExpressionParser.textNode(statusText(node)),
                "node.roles",
                (node, _) -> SimulatedTableCellExpressionParser.textNode(rolesText(node)), "node.internalIP",
                (node, _) -> SimulatedTableCellExpressionParser.textNode(addressText(node, "InternalIP")),
                "node.externalIP",
                (node, _) -> SimulatedTableCellExpressionParser.textNode(addressText(node, "ExternalIP")),
                "node.kernel",
                (node, _) -> SimulatedTableCellExpressionParser.textNode(kernelText(node)));

        private SimulatedNodeTableCells() {}

        private static String statusText(JsonNode node) {
            var status = "Unknown";
            for (var condition : node.path("status").path("conditions")) {
                if (SimulatedStoreJsonCodec.textAt(condition, "type").equals("Ready")) {
                    status = SimulatedStoreJsonCodec.textAt(condition, "status").equals("True") ? "Ready" : "NotReady";
                }
            }
            return node.path("spec").path("unschedulable").asBoolean() ? status + ",SchedulingDisabled" : status;
        }

        private static String rolesText(JsonNode node) {
            var roles = new TreeSet<String>();
            node.path("metadata").path("labels").properties().forEach(label -> {
                if (label.getKey().startsWith(ROLE)) {
                    roles.add(label.getKey().substring(ROLE.length()));
                } else if (label.getKey().equals("kubernetes.io/role")) {
                    roles.add(label.getValue().asText());
                }
            });
            roles.remove("");
            return roles.isEmpty() ? SimulatedTableCellExpressionParser.NONE : String.join(",", roles);
        }

        private static String addressText(JsonNode node, String type) {
            for (var address : node.path("status").path("addresses")) {
                if (SimulatedStoreJsonCodec.textAt(address, "type").equals(type)) {
                    return SimulatedStoreJsonCodec.textAt(address, "address");
                }
            }
            return SimulatedTableCellExpressionParser.NONE;
        }

        private static String kernelText(JsonNode node) {
            var kernel = SimulatedStoreJsonCodec.textAt(node, "status", "nodeInfo", "kernelVersion");
            var architecture = SimulatedStoreJsonCodec.textAt(node, "status", "nodeInfo", "architecture");
            if (kernel.isEmpty()) {
                return SimulatedTableAgeFormatter.UNKNOWN;
            }
            return architecture.isEmpty() ? kernel : kernel + " (" + architecture + ")";
        }
    }

    /** Table cells of services and endpoints. */
    static final class SimulatedServiceTableCells {

        private static final int SHOWN = 3;

        static final Map<String, SimulatedTableCellFunction> ALL = Map.of("service.external",
                (service, _) -> SimulatedTableCellExpressionParser.textNode(externalIpText(service)),
                "service.ports", (service, _) -> SimulatedTableCellExpressionParser.textNode(portsText(service)),
                "endpoints.addresses",
                (endpoints, _) -> SimulatedTableCellExpressionParser.textNode(addressesText(endpoints)),
                "ingress.ports",
                (ingress, _) -> SimulatedTableCellExpressionParser
                        .textNode(ingress.path("spec").path("tls").isEmpty() ? "80" : "80, 443"));

        private SimulatedServiceTableCells() {}

        private static String externalIpText(JsonNode service) {
            var fixed = SimulatedTableCellExpressionParser.textsAt(service, "spec.externalIPs");
            return switch (SimulatedStoreJsonCodec.textAt(service, "spec", "type")) {
                case "ExternalName" -> SimulatedStoreJsonCodec.textAt(service, "spec", "externalName");
                case "LoadBalancer" -> {
                    var given = Stream.of("ip", "hostname")
                            .flatMap(
                                    field -> SimulatedTableCellExpressionParser
                                            .textsAt(service, "status.loadBalancer.ingress." + field)
                                            .stream());
                    var all = Stream.concat(given, fixed.stream()).toList();
                    yield all.isEmpty() ? "<pending>" : String.join(",", all);
                }
                default -> fixed.isEmpty() ? SimulatedTableCellExpressionParser.NONE : String.join(",", fixed);
            };
        }

        private static String portsText(JsonNode service) {
            var ports = new ArrayList<String>();
            for (var port : service.path("spec").path("ports")) {
                long node = port.path("nodePort").asLong();
                ports.add(port.path("port").asLong() + (node > 0 ? ":" + node : "") + "/"
                        + port.path("protocol").asText("TCP"));
            }
            return ports.isEmpty() ? SimulatedTableCellExpressionParser.NONE : String.join(",", ports);
        }

        private static String addressesText(JsonNode endpoints) {
            var all = new ArrayList<String>();
            for (var subset : endpoints.path("subsets")) {
                for (var address : subset.path("addresses")) {
                    for (var port : subset.path("ports")) {
                        all.add(SimulatedStoreJsonCodec.textAt(address, "ip") + ":" + port.path("port").asText());
                    }
                }
            }
            if (all.isEmpty()) {
                return SimulatedTableCellExpressionParser.NONE;
            }
            List<String> shown = all.subList(0, Math.min(SHOWN, all.size()));
            var text = String.join(",", shown);
            return all.size() > SHOWN ? text + " + " + (all.size() - SHOWN) + " more..." : text;
        }
    }
}
