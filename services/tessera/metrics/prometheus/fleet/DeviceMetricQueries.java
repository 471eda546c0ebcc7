package tessera.metrics.prometheus.fleet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.metrics.catalog.ExporterMetricCatalog;
import tessera.metrics.catalog.ExporterMetricMeaning;
import tessera.metrics.catalog.ExposedMetricType;
import tessera.metrics.catalog.MetricValueScope;
import tessera.metrics.catalog.MetricsExporterProfile;
import tessera.metrics.catalog.SeriesLabelRole;
import tessera.model.reading.DeviceMetric;

/** The queries for all device metrics of an exporter. */
record DeviceMetricQueries(ExporterMetricCatalog catalogue, MetricsExporterProfile exporter) {

    /** Of these an exporter has at least one. */
    private static final List<DeviceMetric> USUAL = List.of(DeviceMetric.TEMPERATURE, DeviceMetric.UTILISATION,
            DeviceMetric.MEMORY_USED);
    /** How many names are asked for at a time, of however many hosts. */
    private static final int LEAST = 12;
    /** How many names times hosts are asked for at a time. */
    private static final int MOST = 1_200;

    /** Returns the queries for the newest value of each series, in portions. */
    List<String> valueQueries(PromqlHostSelector hosts) {
        var names = Stream
                .of(exporter.identity().stream(), Stream.of(exporter.number()),
                        Arrays.stream(DeviceMetric.values()).flatMap(this::seriesNames))
                .flatMap(Function.identity()).filter(name -> !name.isEmpty()).distinct().toList();
        var labels = labelList(names);
        int portion = Math.max(LEAST, MOST / Math.max(1, hosts.values().size()));
        var portions = new ArrayList<String>();
        for (int from = 0; from < names.size(); from += portion) {
            portions.add("max by (%s) ({__name__=~\"%s\"%s})".formatted(labels,
                    String.join("|", names.subList(from, Math.min(names.size(), from + portion))),
                    hosts.matcherAfter(",")));
        }
        return portions;
    }

    /** Returns the labels that are read: the others are half of a response. */
    private String labelList(List<String> names) {
        return Stream
                .concat(Stream.of("__name__"),
                        Stream.concat(exporter.labels().values().stream().flatMap(List::stream),
                                names.stream().flatMap(name -> catalogue.findByName(name).stream())
                                        .flatMap(ExporterMetricMeaning::requiredLabels)))
                .distinct().sorted().collect(Collectors.joining(", "));
    }

    /** Returns the query for the age of each host's newest values by the server's clock, in seconds. */
    String ageQuery(PromqlHostSelector hosts) {
        var by = Stream.of(SeriesLabelRole.HOST, SeriesLabelRole.SCRAPED_POD, SeriesLabelRole.SCRAPED_NAMESPACE)
                .flatMap(role -> exporter.labels().getOrDefault(role, List.of()).stream())
                .collect(Collectors.joining(", "));
        return "time() - max by (" + by + ") ("
                + USUAL.stream().flatMap(this::seriesNames).distinct()
                        .map(name -> "timestamp(" + name + hosts.selector() + ")").collect(Collectors.joining(" or "))
                + ")";
    }

    /** Returns the query for past values of some metrics of nodes; empty where the exporter has none of them. */
    Optional<String> historyQuery(NodesByExporterTarget nodes, Set<DeviceMetric> metrics) {
        var names = metrics.stream().sorted().flatMap(this::seriesNames).distinct().collect(Collectors.joining("|"));
        if (names.isEmpty()) {
            return Optional.empty();
        }
        // A host may be named in full, and with a port.
        var host = anyOf(Stream.concat(nodes.names().stream(), scrapeAddresses(nodes))) + "([.:].*)?";
        var pods = anyOf(nodes.pods().keySet().stream()
                .filter(exporterPodTarget -> exporterPodTarget.vendor().equals(exporter.vendor()))
                .map(NodesByExporterTarget.ExporterPodTarget::name));
        var matchers = new ArrayList<String>();
        exporter.labels().getOrDefault(SeriesLabelRole.HOST, List.of())
                .forEach(label -> matchers.add(label + "=~\"" + host + '"'));
        exporter.labels().getOrDefault(SeriesLabelRole.SCRAPED_POD, List.of()).stream().filter(_ -> !pods.isEmpty())
                .forEach(label -> matchers.add(label + "=~\"" + pods + '"'));
        return Optional.of(matchers.stream().map(matcher -> "{__name__=~\"%s\",%s}".formatted(names, matcher))
                .collect(Collectors.joining(" or ")));
    }

    /** Returns the scrape addresses of exporters of this kind that name no host. */
    private Stream<String> scrapeAddresses(NodesByExporterTarget nodes) {
        if (exporter.labels().containsKey(SeriesLabelRole.SCRAPED_POD)) {
            return nodes.addresses().keySet().stream().filter(address -> address.vendor().equals(exporter.vendor()))
                    .map(NodesByExporterTarget.ExporterAddress::ip).filter(ip -> !ip.isEmpty() && !ip.contains(":"));
        }
        return Stream.empty();
    }

    private static String anyOf(Stream<String> values) {
        var all = values.sorted().map(value -> value.replace(".", "\\\\.")).toList();
        return all.size() > 1 ? "(" + String.join("|", all) + ")" : String.join("|", all);
    }

    private Stream<String> seriesNames(DeviceMetric deviceMetric) {
        return catalogue.findByMetric(deviceMetric).stream().filter(this::isUseful).map(ExporterMetricMeaning::name);
    }

    private boolean isUseful(ExporterMetricMeaning metric) {
        boolean rate = metric.kind() == ExposedMetricType.COUNTER && !metric.metric().isCounter();
        return metric.exporter().equals(exporter) && metric.scope() != MetricValueScope.NODE && !rate;
    }
}
