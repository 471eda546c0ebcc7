package tessera.metrics.prometheus.fleet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.metrics.catalogue.ExportedMetric;
import tessera.metrics.catalogue.Exporter;
import tessera.metrics.catalogue.Kind;
import tessera.metrics.catalogue.MetricCatalogue;
import tessera.metrics.catalogue.Role;
import tessera.metrics.catalogue.Scope;
import tessera.model.reading.Metric;

/** What to ask for everything that an exporter tells of devices. */
record FleetQueries(MetricCatalogue catalogue, Exporter exporter) {

    /** Of these an exporter has at least one. */
    private static final List<Metric> USUAL = List.of(Metric.TEMPERATURE, Metric.UTILISATION, Metric.MEMORY_USED);
    /** How many names are asked for at a time, of however many hosts. */
    private static final int LEAST = 12;
    /** How many names times hosts are asked for at a time. */
    private static final int MOST = 1_200;

    /** What asks for the newest value of each series, in portions. */
    List<String> values(Hosts hosts) {
        var names = Arrays.stream(Metric.values()).flatMap(this::names).distinct().toList();
        var labels = labels(names);
        int portion = Math.max(LEAST, MOST / Math.max(1, hosts.values().size()));
        var portions = new ArrayList<String>();
        for (int from = 0; from < names.size(); from += portion) {
            portions.add("max by (%s) ({__name__=~\"%s\"%s})".formatted(labels,
                    String.join("|", names.subList(from, Math.min(names.size(), from + portion))), hosts.matcher(",")));
        }
        return portions;
    }

    /** Those that somebody reads: the others are half of an answer. */
    private String labels(List<String> names) {
        return Stream.concat(Stream.of("__name__"), Stream.concat(
                exporter.labels().values().stream().flatMap(List::stream),
                names.stream().flatMap(name -> catalogue.of(name).stream())
                        .flatMap(metric -> metric.only().keySet().stream())))
                .distinct().sorted().collect(Collectors.joining(", "));
    }

    /** How old the newest values of each host are by the clock of the server, in seconds. */
    String ages(Hosts hosts) {
        var by = String.join(", ", exporter.labels().getOrDefault(Role.HOST, List.of()));
        return "time() - max by (" + by + ") (" + USUAL.stream().flatMap(this::names).distinct()
                .map(name -> "timestamp(" + name + hosts.selector() + ")").collect(Collectors.joining(" or ")) + ")";
    }

    /** The values that the devices of some nodes had of some metrics; empty where the exporter tells none of them. */
    Optional<String> past(List<String> nodes, Set<Metric> metrics) {
        var names = metrics.stream().sorted().flatMap(this::names).distinct().collect(Collectors.joining("|"));
        // A host may be named in full, and with a port.
        var host = nodes.stream().map(node -> node.replace(".", "\\\\."))
                .collect(Collectors.joining("|", nodes.size() > 1 ? "(" : "", nodes.size() > 1 ? ")" : ""))
                + "([.:].*)?";
        return names.isEmpty() ? Optional.empty()
                : Optional.of(exporter.labels().getOrDefault(Role.HOST, List.of()).stream()
                        .map(label -> "{__name__=~\"%s\",%s=~\"%s\"}".formatted(names, label, host))
                        .collect(Collectors.joining(" or ")));
    }

    private Stream<String> names(Metric metric) {
        return catalogue.of(metric).stream().filter(this::useful).map(ExportedMetric::name);
    }

    private boolean useful(ExportedMetric metric) {
        boolean rate = metric.kind() == Kind.COUNTER && !metric.metric().counter();
        return metric.exporter().equals(exporter) && metric.scope() != Scope.NODE && !rate;
    }
}
