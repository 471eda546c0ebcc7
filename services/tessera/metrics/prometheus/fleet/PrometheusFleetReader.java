package tessera.metrics.prometheus.fleet;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tessera.metrics.catalog.ExporterMetricCatalog;
import tessera.metrics.catalog.MetricsExporterProfile;
import tessera.metrics.catalog.SeriesLabelRole;
import tessera.metrics.exposition.SeriesLabelSet;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.answer.InstantVector;
import tessera.metrics.report.NodeDeviceReadingsAssembler;
import tessera.metrics.scrape.KnownExporterNames;
import tessera.mig.MigProductCatalog;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.reading.NodeReadings;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/**
 * Reads the devices of a cluster from a Prometheus: the exporters' own readings, except for rates of counters. Waits for answers; not for the FX thread. One thread at a time.
 */
public final class PrometheusFleetReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PrometheusFleetReader.class);
    /** Of how many nodes to ask at a time, and how long their names may be together: some servers bound an address. */
    private static final int NODES = 100;
    private static final int LETTERS = 4_000;
    /** After which exporters of a kind that never told anything are asked for again: most clusters have one kind of all. */
    private static final Duration SILENCE = Duration.ofMinutes(5);

    private final ExporterMetricCatalog catalogue = ExporterMetricCatalog.bundled();
    private final MigProductCatalog products = MigProductCatalog.bundled();
    private final PrometheusClient client;
    private final Clock clock;
    private final Set<String> reportingExporters = new HashSet<>();
    private final Map<String, Instant> silentSince = new HashMap<>();

    public PrometheusFleetReader(PrometheusClient client, Clock clock) {
        this.client = client;
        this.clock = clock;
    }

    /**
     * A request for readings of nodes.
     *
     * @param source   what to call the Prometheus
     * @param nodes    the cluster's
     * @param interval how long it takes until a node is told anew
     */
    public record FleetReadingsRequest(String source, NodesByExporterTarget nodes, Duration interval) {}

    /**
     * Reads all devices once, some nodes at a time, so that a large fleet is never held twice. A node without a series
     * is told as one without an exporter; so is one of whose name there seem to be two, or of which it is not known how
     * old the values are. Exporters of a kind that
     * never told anything while others did are asked for again after five minutes only.
     *
     * @param told takes each portion of the nodes by name
     * @return warnings of the server, in its words
     */
    public List<String> read(FleetReadingsRequest request, Consumer<Map<String, NodeReadings>> told)
            throws ProblemException, InterruptedException {
        var queryRound = new QueryRound(request);
        queryRound.listHosts();
        var named = request.nodes().names().stream().filter(node -> !queryRound.labelsByNode.containsKey(node))
                .toList();
        if (!named.isEmpty()) {
            told.accept(new NodeBatchReadingsCollector(catalogue, products, request.nodes().retainNodes(named))
                    .buildReadings(request));
        }
        var portions = queryRound.portions();
        for (var nodes : portions) {
            told.accept(queryRound.readPortion(nodes, portions.size() == 1));
        }
        return List.copyOf(queryRound.warnings);
    }

    /** All queries of one reading. */
    private final class QueryRound {

        private final FleetReadingsRequest request;
        /** Who tells of each node, and by which host. */
        private final Map<String, Set<ExporterHostLabel>> labelsByNode = new LinkedHashMap<>();
        private final Set<String> warnings = new LinkedHashSet<>();
        /** How old the values of all hosts were when the round began, by exporter. */
        private final Map<MetricsExporterProfile, ReadingAges> ages = new HashMap<>();

        private record ReadingAges(Instant askedAt, InstantVector seconds) {}

        /** A host that an exporter names. */
        private record ExporterHostLabel(MetricsExporterProfile exporter, String label, String value) {}

        QueryRound(FleetReadingsRequest request) {
            this.request = request;
        }

        void listHosts() throws ProblemException, InterruptedException {
            var now = clock.instant();
            silentSince.values().removeIf(since -> Duration.between(since, now).compareTo(SILENCE) >= 0);
            for (var exporter : catalogue.exporters()) {
                if (!silentSince.containsKey(exporter.id())) {
                    listExporterHosts(exporter, now);
                }
            }
            if (labelsByNode.isEmpty()) {
                silentSince.clear();
            }
        }

        private void listExporterHosts(MetricsExporterProfile exporter, Instant now)
                throws ProblemException, InterruptedException {
            var hosts = new SeriesNodeMapper(exporter, request.nodes());
            var asked = clock.instant();
            var answer = sendQuery(new DeviceMetricQueries(catalogue, exporter).ageQuery(PromqlHostSelector.ALL));
            ages.put(exporter, new ReadingAges(asked, answer));
            if (answer.size() > 0) {
                reportingExporters.add(exporter.id());
            } else if (!reportingExporters.contains(exporter.id())) {
                silentSince.put(exporter.id(), now);
            }
            for (int i = 0; i < answer.size(); i++) {
                var seriesHost = hosts.hostOf(answer.labelsOf(i));
                if (request.nodes().names().contains(seriesHost.node())) {
                    labelsByNode.computeIfAbsent(seriesHost.node(), _ -> new LinkedHashSet<>())
                            .add(new ExporterHostLabel(exporter, seriesHost.label(), seriesHost.value()));
                }
            }
        }

        List<List<String>> portions() {
            var portions = new ArrayList<List<String>>();
            var portion = new ArrayList<String>();
            int letters = 0;
            for (var each : labelsByNode.entrySet()) {
                int more = each.getValue().stream().mapToInt(voice -> voice.value().length() + 1).sum();
                if (!portion.isEmpty() && (portion.size() == NODES || letters + more > LETTERS)) {
                    portions.add(List.copyOf(portion));
                    portion.clear();
                    letters = 0;
                }
                portion.add(each.getKey());
                letters += more;
            }
            if (!portion.isEmpty()) {
                portions.add(List.copyOf(portion));
            }
            return portions;
        }

        /** @param whole whether these are all that are told, of which it was asked already how old their values are */
        Map<String, NodeReadings> readPortion(List<String> nodes, boolean whole)
                throws ProblemException, InterruptedException {
            var portion = new NodeBatchReadingsCollector(catalogue, products, request.nodes().retainNodes(nodes));
            var voices = nodes.stream().flatMap(node -> labelsByNode.getOrDefault(node, Set.of()).stream())
                    .collect(Collectors.groupingBy(ExporterHostLabel::exporter, LinkedHashMap::new,
                            Collectors.groupingBy(ExporterHostLabel::label, LinkedHashMap::new,
                                    Collectors.mapping(ExporterHostLabel::value, Collectors.toList()))));
            for (var of : voices.entrySet()) {
                var queries = new DeviceMetricQueries(catalogue, of.getKey());
                for (var values : of.getValue().entrySet()) {
                    var hosts = new PromqlHostSelector(values.getKey(), values.getValue());
                    for (var query : queries.valueQueries(hosts)) {
                        portion.addValues(of.getKey(), sendQuery(query));
                    }
                    if (!whole) {
                        var asked = clock.instant();
                        portion.addAges(of.getKey(), asked, sendQuery(queries.ageQuery(hosts)));
                    }
                }
                var readingAges = ages.get(of.getKey());
                if (whole && readingAges != null) {
                    // A value that came meanwhile is said to be older than it is, and never newer.
                    portion.addAges(of.getKey(), readingAges.askedAt(), readingAges.seconds());
                }
            }
            return portion.buildReadings(request);
        }

        private InstantVector sendQuery(String query) throws ProblemException, InterruptedException {
            var result = client.queryInstant(query, null);
            warnings.addAll(result.warnings());
            return result.data();
        }
    }

    /**
     * The exporters among the pods that series name. Prometheus adds to each series which pod it was read from; of a device
     * that nobody has, that pod must not be taken for its user. One thread.
     */
    private static final class ExporterPodLabelRemover {

        private static final String POD = "pod";
        private static final List<String> OF_TARGET = List.of(POD, "namespace", "container");

        private final KnownExporterNames names = KnownExporterNames.bundled();
        private final Set<String> pods = new HashSet<>();
        private final Map<SeriesLabelSet, SeriesLabelSet> strippedLabels = new HashMap<>();

        /** Those that series name beside another pod are exporters for sure, whatever their names. */
        ExporterPodLabelRemover(InstantVector series) {
            for (int i = 0; i < series.size(); i++) {
                if (!series.labelsOf(i).valueOf("exported_pod").isEmpty()) {
                    pods.add(series.labelsOf(i).valueOf(POD));
                }
            }
        }

        /** Returns the labels without those that name an exporter. */
        SeriesLabelSet withoutExporterLabels(SeriesLabelSet series) {
            var pod = series.valueOf(POD);
            if (pod.isEmpty() || (!pods.contains(pod) && !names.resemblesExporter(pod))) {
                return series;
            }
            return strippedLabels.computeIfAbsent(series, ExporterPodLabelRemover::stripExporterLabels);
        }

        private static SeriesLabelSet stripExporterLabels(SeriesLabelSet series) {
            var labels = new ArrayList<String>();
            var values = new ArrayList<String>();
            for (int i = 0; i < series.size(); i++) {
                if (!OF_TARGET.contains(series.name(i))) {
                    labels.add(series.name(i));
                    values.add(series.value(i));
                }
            }
            return SeriesLabelSet.of(labels, values);
        }
    }

    /** A portion of a fleet's nodes while their readings are gathered from a Prometheus. One thread. */
    private static final class NodeBatchReadingsCollector {

        private final ExporterMetricCatalog catalogue;
        private final MigProductCatalog products;
        private final NodesByExporterTarget nodes;
        private final Map<String, SeriesNodeMapper> hosts = new HashMap<>();
        private final Map<String, NodeDeviceReadingsAssembler> assemblies = new HashMap<>();
        private final Map<String, Instant> readAtByNode = new HashMap<>();
        private final Map<ExporterGpuIndexKey, String> gpusByIndex = new HashMap<>();
        private final Set<String> doubtful = new HashSet<>();

        /** A board number on a node, as an exporter counts. */
        private record ExporterGpuIndexKey(String exporter, String node, String number) {}

        NodeBatchReadingsCollector(ExporterMetricCatalog catalogue, MigProductCatalog products,
                NodesByExporterTarget nodes) {
            this.catalogue = catalogue;
            this.products = products;
            this.nodes = nodes;
        }

        /** Adds values of an exporter's series. */
        void addValues(MetricsExporterProfile exporter, InstantVector values) {
            var exporters = new ExporterPodLabelRemover(values);
            var nodeMapper = hostsOf(exporter);
            for (int i = 0; i < values.size(); i++) {
                var labels = values.labelsOf(i);
                var node = nodeMapper.nodeOf(labels);
                if (nodes.names().contains(node)) {
                    assemblies.computeIfAbsent(node, _ -> new NodeDeviceReadingsAssembler(catalogue, products))
                            .addValue(values.nameOf(i), exporters.withoutExporterLabels(labels), values.valueOf(i));
                    checkDuplicateHost(exporter, node, labels);
                }
            }
        }

        /** Marks a node as doubtful: two boards of one number are two hosts of one name, such as those of two clusters. */
        private void checkDuplicateHost(MetricsExporterProfile exporter, String node, SeriesLabelSet labels) {
            var number = exporter.readLabel(SeriesLabelRole.INDEX, labels);
            var board = exporter.readLabel(SeriesLabelRole.UUID, labels);
            var before = board.isEmpty() ? null
                    : gpusByIndex.putIfAbsent(new ExporterGpuIndexKey(exporter.id(), node, number), board);
            if (before != null && !before.equals(board) && !number.isEmpty()) {
                doubtful.add(node);
            }
        }

        /**
         * Adds the ages of the values: a value is as old as the exporter's last scrape, not as the query. Of two exporters
         * the older counts.
         */
        void addAges(MetricsExporterProfile exporter, Instant asked, InstantVector seconds) {
            var nodeMapper = hostsOf(exporter);
            var newest = new HashMap<String, Instant>();
            for (int i = 0; i < seconds.size(); i++) {
                var at = asked.minusMillis(Math.max(0, Math.round(seconds.valueOf(i) * 1000)));
                newest.merge(nodeMapper.nodeOf(seconds.labelsOf(i)), at,
                        (one, other) -> one.isAfter(other) ? one : other);
            }
            for (var entry : newest.entrySet()) {
                var node = entry.getKey();
                var at = entry.getValue();
                readAtByNode.merge(node, at, (one, other) -> one.isBefore(other) ? one : other);
            }
        }

        private SeriesNodeMapper hostsOf(MetricsExporterProfile exporter) {
            return hosts.computeIfAbsent(exporter.id(), _ -> new SeriesNodeMapper(exporter, nodes));
        }

        /** Returns the readings by node name, for each of the nodes. */
        Map<String, NodeReadings> buildReadings(PrometheusFleetReader.FleetReadingsRequest request) {
            var readings = HashMap.<String, NodeReadings>newHashMap(nodes.names().size());
            nodes.names().forEach(
                    node -> readings.put(node, new NodeReadings(node, "", null, request.interval(), null, List.of())));
            assemblies.forEach((node, assembly) -> {
                var devices = assembly.devices();
                var at = readAtByNode.get(node);
                if (!devices.isEmpty() && at != null && !doubtful.contains(node)) {
                    readings.put(node, new NodeReadings(node, request.source(), at, request.interval(),
                            assembly.problem().map(NodeBatchReadingsCollector::problemOf).orElse(null), devices));
                }
            });
            return Map.copyOf(readings);
        }

        private static Problem problemOf(Reason reason) {
            return Problem.of(OperationProblemKind.GARBLED, MESSAGES.text("values.partly")).withDetail(reason.text());
        }
    }
}
