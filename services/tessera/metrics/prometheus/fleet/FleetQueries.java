package tessera.metrics.prometheus.fleet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.metrics.catalogue.ExportedMetric;
import tessera.metrics.catalogue.ExporterKind;
import tessera.metrics.catalogue.LabelRole;
import tessera.metrics.catalogue.MetricCatalogue;
import tessera.metrics.catalogue.MetricScope;
import tessera.metrics.catalogue.SeriesKind;
import tessera.model.reading.Metric;

/** What to ask for everything that an exporter tells of devices. */
record FleetQueries(MetricCatalogue catalogue, ExporterKind exporter) {

    /** Of these an exporter has at least one. */
    private static final List<Metric> USUAL = List.of(Metric.TEMPERATURE, Metric.UTILISATION, Metric.MEMORY_USED);
    /** How many names are asked for at a time, of however many hosts. */
    private static final int LEAST = 12;
    /** How many names times hosts are asked for at a time. */
    private static final int MOST = 1_200;

    /** What asks for the newest value of each series, in portions. */
    List<String> values(QueryHosts hosts) {
        var names = Stream.of(exporter.identity().stream(), Stream.of(exporter.number()),
                Arrays.stream(Metric.values()).flatMap(this::names)).flatMap(Function.identity())
                .filter(name -> !name.isEmpty()).distinct().toList();
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
                        .flatMap(ExportedMetric::labels)))
                .distinct().sorted().collect(Collectors.joining(", "));
    }

    /** How old the newest values of each host are by the clock of the server, in seconds. */
    String ages(QueryHosts hosts) {
        var by = Stream.of(LabelRole.HOST, LabelRole.SCRAPED_POD, LabelRole.SCRAPED_NAMESPACE)
                .flatMap(role -> exporter.labels().getOrDefault(role, List.of()).stream())
                .collect(Collectors.joining(", "));
        return "time() - max by (" + by + ") (" + USUAL.stream().flatMap(this::names).distinct()
                .map(name -> "timestamp(" + name + hosts.selector() + ")").collect(Collectors.joining(" or ")) + ")";
    }

    /** The values that the devices of some nodes had of some metrics; empty where the exporter tells none of them. */
    Optional<String> past(ScrapedNodes nodes, Set<Metric> metrics) {
        var names = metrics.stream().sorted().flatMap(this::names).distinct().collect(Collectors.joining("|"));
        if (names.isEmpty()) {
            return Optional.empty();
        }
        // A host may be named in full, and with a port.
        var host = any(Stream.concat(nodes.names().stream(), addresses(nodes))) + "([.:].*)?";
        var pods = any(nodes.pods().keySet().stream().filter(pod -> pod.vendor().equals(exporter.vendor()))
                .map(ScrapedNodes.Pod::name));
        var matchers = new ArrayList<String>();
        exporter.labels().getOrDefault(LabelRole.HOST, List.of())
                .forEach(label -> matchers.add(label + "=~\"" + host + '"'));
        exporter.labels().getOrDefault(LabelRole.SCRAPED_POD, List.of()).stream().filter(_ -> !pods.isEmpty())
                .forEach(label -> matchers.add(label + "=~\"" + pods + '"'));
        return Optional.of(matchers.stream().map(matcher -> "{__name__=~\"%s\",%s}".formatted(names, matcher))
                .collect(Collectors.joining(" or ")));
    }

    /** Where exporters of this kind are scraped that name no host. */
    private Stream<String> addresses(ScrapedNodes nodes) {
        return exporter.labels().containsKey(LabelRole.SCRAPED_POD)
                ? nodes.addresses().keySet().stream().filter(each -> each.vendor().equals(exporter.vendor()))
                        .map(ScrapedNodes.ExporterAddress::ip).filter(ip -> !ip.isEmpty() && !ip.contains(":"))
                : Stream.empty();
    }

    private static String any(Stream<String> values) {
        var all = values.sorted().map(value -> value.replace(".", "\\\\.")).toList();
        return all.size() > 1 ? "(" + String.join("|", all) + ")" : String.join("|", all);
    }

    private Stream<String> names(Metric metric) {
        return catalogue.of(metric).stream().filter(this::useful).map(ExportedMetric::name);
    }

    private boolean useful(ExportedMetric metric) {
        boolean rate = metric.kind() == SeriesKind.COUNTER && !metric.metric().counter();
        return metric.exporter().equals(exporter) && metric.scope() != MetricScope.NODE && !rate;
    }
}
