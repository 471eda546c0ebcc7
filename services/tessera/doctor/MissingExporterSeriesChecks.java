package tessera.doctor;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.NodeReadings;
import tessera.stack.GpuStackComponent;
import tessera.text.MessageCatalog;

/** Checks for series that NVIDIA's exporters lack, and for values that no alert rule covers. */
final class MissingExporterSeriesChecks {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MissingExporterSeriesChecks.class);

    static final String WHOLE = "nvidia.com/gpu";
    private static final Pattern COUNT = Pattern.compile("[1-9]\\d{0,3}");
    private static final String NVIDIA = "NVIDIA";
    private static final String EXPORTER = "dcgm-exporter";
    private static final String DIVIDED = "-MIG-";
    /** What only the profiling counters of a GPU tell. */
    private static final Set<DeviceMetric> PROFILED = EnumSet.of(DeviceMetric.SM_ACTIVE, DeviceMetric.SM_OCCUPANCY,
            DeviceMetric.TENSOR_ACTIVE, DeviceMetric.PCIE_SENT, DeviceMetric.PCIE_RECEIVED, DeviceMetric.LINK_SENT,
            DeviceMetric.LINK_RECEIVED);
    /** What comes of every GPU, whether or not its counters may be read. */
    private static final Set<DeviceMetric> PLAIN = EnumSet.of(DeviceMetric.TEMPERATURE, DeviceMetric.POWER);

    private final GpuStackSymptomCatalog catalog;
    private final GpuFleet fleet;
    private final List<GpuNode> examinedNodes;
    private final List<DiagnosisFinding> findings = new ArrayList<>();

    /** @param examinedNodes nodes that are meant; the others tell what is usual */
    MissingExporterSeriesChecks(GpuStackSymptomCatalog catalog, GpuFleet fleet, List<GpuNode> examinedNodes) {
        this.catalog = catalog;
        this.fleet = fleet;
        this.examinedNodes = List.copyOf(examinedNodes);
    }

    /** An exporter's readings of a node. */
    private record ExporterNodeReadings(GpuNode node, NodeReadings readings) {

        List<DeviceReadings> devices() {
            return readings.devices();
        }
    }

    List<DiagnosisFinding> findings() {
        for (var page : exporterPages(examinedNodes)) {
            checkMissing(page);
            checkRemapping(page);
        }
        checkUnprofiled();
        return List.copyOf(findings);
    }

    private List<ExporterNodeReadings> exporterPages(List<GpuNode> nodes) {
        return nodes.stream().flatMap(node -> completePage(fleet, node).stream()).toList();
    }

    /** Returns the page of a node's exporter; only one that was read completely shows what is not on it. */
    private static Optional<ExporterNodeReadings> completePage(GpuFleet fleet, GpuNode node) {
        return Optional.ofNullable(fleet.readings().recentReadings(node.name()))
                .filter(readings -> node.vendor().equals(NVIDIA) && readings.problem() == null
                        && readings.source().contains(EXPORTER) && !readings.devices().isEmpty())
                .map(readings -> new ExporterNodeReadings(node, readings));
    }

    private void checkMissing(ExporterNodeReadings page) {
        var nodeSummary = page.node().info().nodeSummary();
        var count = nodeSummary.label("nvidia.com/gpu.count");
        // Under the strategy single it is instances that are counted.
        if (!COUNT.matcher(count).matches() || nodeSummary.label("nvidia.com/gpu.product").contains(DIVIDED)
                || page.devices().size() == Integer.parseInt(count)) {
            return;
        }
        if (page.devices().size() > Integer.parseInt(count) || confirmsOffered(fleet, page.node())) {
            reportMiscounted(page, count);
            return;
        }
        findings.add(catalog.finding("series-missing",
                SymptomPlaceholderValues.ofNode(page.node().name(),
                        MESSAGES.text("gpus.of", page.devices().size(), count)),
                List.of("label nvidia.com/gpu.count=" + count, MESSAGES.text("exporter.shows", page.readings().source(),
                        titlesText(page.devices().stream())))));
    }

    /** Returns whether each of its GPUs is offered as a whole, and by its usual name. */
    private static boolean offersWholeGpus(GpuNode node) {
        return node.vendor().equals(NVIDIA) && node.uses().size() == 1 && node.replicas() <= 1
                && node.sharingStrategy().isEmpty()
                && !node.info().nodeSummary().label("nvidia.com/gpu.product").contains(DIVIDED);
    }

    /** Returns whether a node offers, each as a whole, just as many GPUs as its exporter shows. */
    static boolean confirmsOffered(GpuFleet fleet, GpuNode node) {
        return completePage(fleet, node).filter(page -> offersWholeGpus(node)
                && node.info().nodeSummary().capacity().get(WHOLE) == page.devices().size()).isPresent();
    }

    private void reportMiscounted(ExporterNodeReadings page, String count) {
        var node = page.node();
        int shown = page.devices().size();
        var offered = node.uses().stream().filter(use -> use.capacity() > 0)
                .map(use -> "capacity %s: %d".formatted(use.resource(), use.capacity()));
        var plain = catalog.finding("count-differs",
                SymptomPlaceholderValues.ofNode(node.name(),
                        MESSAGES.text("exporter.count", Long.parseLong(count), shown)),
                Stream.concat(Stream.of("label nvidia.com/gpu.count=" + count,
                        MESSAGES.text("exporter.shows", page.readings().source(), titlesText(page.devices().stream()))),
                        offered).toList());
        findings.add(node.info().pods().stream().filter(GpuStackComponent.FEATURES::ownsPod).findFirst().map(
                pod -> plain.withCommands(List.of("tessera plan delete %s/%s".formatted(pod.namespace(), pod.name()))))
                .orElse(plain));
    }

    private void checkRemapping(ExporterNodeReadings page) {
        var waiting = page.devices().stream().filter(device -> device.values().hasValue(DeviceMetric.ROW_REMAP_PENDING)
                && device.values().get(DeviceMetric.ROW_REMAP_PENDING) > 0).toList();
        if (!waiting.isEmpty()) {
            var name = page.node().name();
            findings.add(catalog.finding("remap-pending",
                    SymptomPlaceholderValues.ofNode(name, titlesText(waiting.stream())), List.of())
                    .withRemediation(new FindingRemediation.CordonNodesRemedy(List.of(name))));
        }
    }

    private static String titlesText(Stream<DeviceReadings> devices) {
        return devices.map(DeviceReadings::deviceTitle).collect(Collectors.joining(", "));
    }

    /** Checks for products of which some export profiling metrics and others do not, and for clusters without any. */
    private void checkUnprofiled() {
        var usual = new HashSet<String>();
        var all = exporterPages(fleet.nodes());
        all.stream().flatMap(page -> page.devices().stream()).filter(MissingExporterSeriesChecks::isProfiled)
                .forEach(device -> usual.add(device.model()));
        if (usual.isEmpty()) {
            reportNoneProfiled(all);
            return;
        }
        var lacking = new LinkedHashMap<GpuNode, List<DeviceReadings>>();
        for (var page : exporterPages(examinedNodes)) {
            var fewer = page.devices().stream().filter(device -> hasPlainMetrics(device) && !isProfiled(device)
                    && !device.model().isEmpty() && usual.contains(device.model())).toList();
            if (!fewer.isEmpty()) {
                lacking.put(page.node(), fewer);
            }
        }
        if (!lacking.isEmpty()) {
            findings.add(catalog.finding("unprofiled",
                    SymptomPlaceholderValues.ofNodes(lacking.keySet().stream().map(GpuNode::name).toList(), ""),
                    lacking.entrySet().stream().limit(SymptomPlaceholderValues.LISTED)
                            .map(each -> MESSAGES.text("exporter.unprofiled", each.getKey().name(),
                                    titlesText(each.getValue().stream()), each.getValue().getFirst().model()))
                            .toList()));
        }
    }

    private void reportNoneProfiled(List<ExporterNodeReadings> all) {
        var devices = all.stream().flatMap(page -> page.devices().stream())
                .filter(MissingExporterSeriesChecks::hasPlainMetrics).toList();
        // Other exporters, and pages that did not come whole, show them all the same.
        boolean elsewhere = fleet.nodes().stream()
                .flatMap(node -> Stream.ofNullable(fleet.readings().readingsOf(node.name())))
                .flatMap(readings -> readings.devices().stream()).anyMatch(MissingExporterSeriesChecks::isProfiled);
        if (!devices.isEmpty() && !elsewhere) {
            findings.add(catalog.finding("unprofiled-all", SymptomPlaceholderValues.ofCluster(""),
                    List.of(MESSAGES.text("exporter.noneProfiled", devices.size()))));
        }
    }

    private static boolean hasPlainMetrics(DeviceReadings device) {
        return PLAIN.stream().anyMatch(device.values()::hasValue);
    }

    private static boolean isProfiled(DeviceReadings device) {
        return isProfiled(device.values())
                || device.instances().stream().anyMatch(readings -> isProfiled(readings.values()));
    }

    private static boolean isProfiled(DeviceMetricValues values) {
        return PROFILED.stream().anyMatch(values::hasValue);
    }
}
