package tessera.doctor;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.doctor.SymptomCatalog.SymptomSubject;
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricValues;
import tessera.model.reading.NodeReadings;
import tessera.stack.StackComponent;

/** Looks at what the exporters of NVIDIA leave out, and at what they tell that no alert rule is about. */
final class SeriesChecks {

    private static final String NVIDIA = "NVIDIA";
    private static final String EXPORTER = "dcgm-exporter";
    private static final String DIVIDED = "-MIG-";
    /** What only the profiling counters of a GPU tell. */
    private static final Set<Metric> PROFILED = EnumSet.of(Metric.SM_ACTIVE, Metric.SM_OCCUPANCY,
            Metric.TENSOR_ACTIVE, Metric.PCIE_SENT, Metric.PCIE_RECEIVED, Metric.LINK_SENT, Metric.LINK_RECEIVED);
    /** What comes of every GPU, whether or not its counters may be read. */
    private static final Set<Metric> PLAIN = EnumSet.of(Metric.TEMPERATURE, Metric.POWER);

    private final SymptomCatalog matrix;
    private final GpuFleet fleet;
    private final List<GpuNode> asked;
    private final List<DoctorFinding> found = new ArrayList<>();

    /** @param asked nodes that are meant; the others tell what is usual */
    SeriesChecks(SymptomCatalog matrix, GpuFleet fleet, List<GpuNode> asked) {
        this.matrix = matrix;
        this.fleet = fleet;
        this.asked = List.copyOf(asked);
    }

    /** What an exporter tells of a node. */
    private record ExporterPage(GpuNode node, NodeReadings readings) {

        List<DeviceReadings> devices() {
            return readings.devices();
        }
    }

    List<DoctorFinding> findings() {
        for (var page : pages(asked)) {
            missing(page);
            remapping(page);
        }
        unprofiled();
        return List.copyOf(found);
    }

    private List<ExporterPage> pages(List<GpuNode> nodes) {
        return nodes.stream().flatMap(node -> page(fleet, node).stream()).toList();
    }

    /** Only a page that came whole tells what is not on it. */
    private static Optional<ExporterPage> page(GpuFleet fleet, GpuNode node) {
        return Optional.ofNullable(fleet.readings().recent(node.name()))
                .filter(readings -> node.vendor().equals(NVIDIA) && readings.trouble() == null
                        && readings.source().contains(EXPORTER) && !readings.devices().isEmpty())
                .map(readings -> new ExporterPage(node, readings));
    }

    private void missing(ExporterPage page) {
        var facts = page.node().info().facts();
        var count = facts.label("nvidia.com/gpu.count");
        // Under the strategy single it is instances that are counted.
        if (!DeviceChecks.COUNT.matcher(count).matches() || facts.label("nvidia.com/gpu.product").contains(DIVIDED)
                || page.devices().size() == Integer.parseInt(count)) {
            return;
        }
        if (page.devices().size() > Integer.parseInt(count) || borneOut(fleet, page.node())) {
            miscounted(page, count);
            return;
        }
        found.add(matrix.finding("series-missing",
                SymptomSubject.node(page.node().name(), "%d of %s GPUs".formatted(page.devices().size(), count)),
                List.of("label nvidia.com/gpu.count=" + count, "%s tells of %s".formatted(page.readings().source(),
                        titles(page.devices().stream())))));
    }

    /** Whether a node offers, each as a whole, just as many as its exporter shows. */
    static boolean borneOut(GpuFleet fleet, GpuNode node) {
        return page(fleet, node).filter(page -> DeviceChecks.plain(node)
                && node.info().facts().capacity().get(DeviceChecks.WHOLE) == page.devices().size()).isPresent();
    }

    private void miscounted(ExporterPage page, String count) {
        var node = page.node();
        int shown = page.devices().size();
        var offered = node.uses().stream().filter(use -> use.capacity() > 0)
                .map(use -> "capacity %s: %d".formatted(use.resource(), use.capacity()));
        var plain = matrix.finding("count-differs",
                SymptomSubject.node(node.name(), "%s %s, and its exporter shows %d".formatted(count,
                        count.equals("1") ? "GPU" : "GPUs", shown)),
                Stream.concat(Stream.of("label nvidia.com/gpu.count=" + count, "%s tells of %s".formatted(
                        page.readings().source(), titles(page.devices().stream()))), offered).toList());
        found.add(node.info().pods().stream().filter(StackComponent.FEATURES::owns).findFirst()
                .map(pod -> plain.with(List.of("tessera plan delete %s/%s".formatted(pod.namespace(), pod.name()))))
                .orElse(plain));
    }

    private void remapping(ExporterPage page) {
        var waiting = page.devices().stream().filter(device -> device.values().has(Metric.ROW_REMAP_PENDING)
                && device.values().get(Metric.ROW_REMAP_PENDING) > 0).toList();
        if (!waiting.isEmpty()) {
            var name = page.node().name();
            found.add(matrix.finding("remap-pending", SymptomSubject.node(name, titles(waiting.stream())),
                    waiting.stream().map(device -> "row remap pending on " + device.title()).toList())
                    .mendedBy(new Remediation.Close(List.of(name))));
        }
    }

    private static String titles(Stream<DeviceReadings> devices) {
        return devices.map(DeviceReadings::title).collect(Collectors.joining(", "));
    }

    /** Products of which some tell more than others, and clusters of which none does. */
    private void unprofiled() {
        var usual = new HashSet<String>();
        var all = pages(fleet.nodes());
        all.stream().flatMap(page -> page.devices().stream()).filter(SeriesChecks::profiled)
                .forEach(device -> usual.add(device.model()));
        if (usual.isEmpty()) {
            nowhere(all);
            return;
        }
        var lacking = new LinkedHashMap<GpuNode, List<DeviceReadings>>();
        for (var page : pages(asked)) {
            var fewer = page.devices().stream().filter(device -> plain(device) && !profiled(device)
                    && !device.model().isEmpty() && usual.contains(device.model())).toList();
            if (!fewer.isEmpty()) {
                lacking.put(page.node(), fewer);
            }
        }
        if (!lacking.isEmpty()) {
            found.add(matrix.finding("unprofiled",
                    SymptomSubject.nodes(lacking.keySet().stream().map(GpuNode::name).toList(), ""),
                    lacking.entrySet().stream().limit(SymptomSubject.LISTED)
                            .map(each -> "%s: %s of product %s, others of which tell it"
                                    .formatted(each.getKey().name(), titles(each.getValue().stream()),
                                            each.getValue().getFirst().model()))
                            .toList()));
        }
    }

    private void nowhere(List<ExporterPage> all) {
        var devices = all.stream().flatMap(page -> page.devices().stream()).filter(SeriesChecks::plain).toList();
        // Other exporters, and pages that did not come whole, show them all the same.
        boolean elsewhere = fleet.nodes().stream()
                .flatMap(node -> Stream.ofNullable(fleet.readings().node(node.name())))
                .flatMap(readings -> readings.devices().stream()).anyMatch(SeriesChecks::profiled);
        if (!devices.isEmpty() && !elsewhere) {
            found.add(matrix.finding("unprofiled-all", SymptomSubject.cluster(""),
                    List.of((devices.size() == 1 ? "1 GPU" : devices.size() + " GPUs")
                            + " with a temperature or power, "
                            + "none with SM activity, tensor cores or PCIe traffic")));
        }
    }

    private static boolean plain(DeviceReadings device) {
        return PLAIN.stream().anyMatch(device.values()::has);
    }

    private static boolean profiled(DeviceReadings device) {
        return profiled(device.values()) || device.instances().stream().anyMatch(each -> profiled(each.values()));
    }

    private static boolean profiled(MetricValues values) {
        return PROFILED.stream().anyMatch(values::has);
    }
}
