package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.gpu.GpuNode;
import tessera.model.NodeResourceUse;
import tessera.model.NodeSummary;
import tessera.model.PodListCompleteness;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceReadings;
import tessera.stack.GpuStackComponent;
import tessera.text.MessageCatalog;

/** Checks the reports of drivers, feature discovery and exporters about the devices of nodes. */
final class GpuReportConsistencyChecks {

    private static final String PRODUCT = "nvidia.com/gpu.product";
    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuReportConsistencyChecks.class);
    private static final String CUT = "nvidia.com/mig-";
    private static final Pattern DRIVER_570 = Pattern.compile("570\\.(\\d{1,6})\\.(\\d{1,2})");
    private static final int FIRST_DEFECTIVE = 124_06;
    private static final int LAST_DEFECTIVE = 158_01;
    /** Drivers and host engines keep some of it for themselves. */
    private static final double OWN_MEMORY = 1L << 30;

    private final GpuStackSymptomCatalog catalog;
    private final DiagnosisInput input;
    private final List<DiagnosisFinding> findings = new ArrayList<>();

    GpuReportConsistencyChecks(GpuStackSymptomCatalog catalog, DiagnosisInput input) {
        this.catalog = catalog;
        this.input = input;
    }

    List<DiagnosisFinding> findings() {
        for (var node : input.fleet().nodes()) {
            checkMig(node);
            checkMissing(node);
            checkExcess(node);
            // Who holds what is not known else.
            if (input.fleet().snapshot().podVisibility() == PodListCompleteness.ALL && !node.isClaimsOnly()
                    && node.sharingStrategy().isEmpty()) {
                checkHolders(node);
            }
        }
        return List.copyOf(findings);
    }

    /** Returns whether GPU feature discovery reports a layout that the MIG strategy does not allow. */
    static boolean hasInvalidMigLayout(NodeSummary nodeSummary) {
        return nodeSummary.label(PRODUCT).endsWith("-MIG-INVALID");
    }

    private void checkMig(GpuNode node) {
        var nodeSummary = node.info().nodeSummary();
        if (hasInvalidMigLayout(nodeSummary)) {
            findings.add(catalog.finding("mig-invalid",
                    SymptomPlaceholderValues.ofNode(node.name(), nodeSummary.label(PRODUCT)), List.of()));
        }
        var driver = nodeSummary.label("nvidia.com/cuda.driver-version.full");
        boolean mixed = nodeSummary.capacity().get(MissingExporterSeriesChecks.WHOLE) > 0
                && node.uses().stream().anyMatch(use -> use.resource().startsWith(CUT) && use.allocatable() > 0);
        if (mixed && isDefectiveDriver(driver)) {
            findings.add(
                    catalog.finding("driver-defect", SymptomPlaceholderValues.ofNode(node.name(), driver), List.of()));
        }
    }

    /** Checks for boards that are reported and that no resource offers, on a node that offers others. */
    private void checkMissing(GpuNode node) {
        long missing = node.missingDevices();
        long all = node.boardCount().number();
        boolean offers = node.uses().stream().anyMatch(use -> use.capacity() > 0);
        if (missing > 0 && offers && !node.isClaimsOnly() && !node.isLost()
                && !MissingExporterSeriesChecks.confirmsOffered(input.fleet(), node)) {
            var evidence = new ArrayList<>(List.of(node.boardCount().source() + ": " + all));
            offeredResources(node).forEach(evidence::add);
            findings.add(catalog.finding("fewer-offered",
                    SymptomPlaceholderValues.ofNode(node.name(), MESSAGES.text("gpus.of", all - missing, all)),
                    evidence));
        }
    }

    private static Stream<String> offeredResources(GpuNode node) {
        return node.uses().stream().filter(use -> use.capacity() > 0)
                .map(use -> "capacity %s: %d".formatted(use.resource(), use.capacity()));
    }

    /** Checks for resources from before GPUs were partitioned that are still offered because the plugin did not withdraw them. */
    private void checkExcess(GpuNode node) {
        var excess = node.excessUses();
        if (excess.isEmpty() || node.isLost()) {
            return;
        }
        var none = excess.stream().map(NodeResourceUse::resource).collect(Collectors.joining(", "));
        var beside = node.uses().stream().filter(use -> !excess.contains(use) && use.allocatable() > 0)
                .map(GpuReportConsistencyChecks::amountText).toList();
        if (beside.isEmpty()) {
            return;
        }
        var plain = catalog.finding("more-offered",
                SymptomPlaceholderValues.ofNode(node.name(),
                        MESSAGES.text("excess", excess.stream().map(GpuReportConsistencyChecks::amountText).toList(),
                                beside, node.boardCount().number()))
                        .withPlaceholder("none", none),
                Stream.concat(Stream.of(node.boardCount().source() + ": " + node.boardCount().number()),
                        offeredResources(node)).toList());
        findings.add(node.info().pods().stream().filter(GpuStackComponent.PLUGIN::ownsPod).findFirst()
                .map(pod -> plain
                        .withCommands(List.of("kubectl -n %s delete pod %s".formatted(pod.namespace(), pod.name()))))
                .orElse(plain));
    }

    private static String amountText(NodeResourceUse use) {
        return use.allocatable() + " × " + use.resource();
    }

    private static boolean isDefectiveDriver(String driver) {
        var parts = DRIVER_570.matcher(driver);
        if (!parts.matches()) {
            return false;
        }
        int release = Integer.parseInt(parts.group(1)) * 100 + Integer.parseInt(parts.group(2));
        return release >= FIRST_DEFECTIVE && release <= LAST_DEFECTIVE;
    }

    /** Compares the pods that the exporter names with those that the cluster has placed there. */
    private void checkHolders(GpuNode node) {
        var readings = input.fleet().readings().recentReadings(node.name());
        if (readings == null || readings.devices().isEmpty()) {
            return;
        }
        boolean names = readings.devices().stream().anyMatch(GpuReportConsistencyChecks::isHeld);
        if (!names && !node.holders().isEmpty()) {
            reportUnnamed(node);
            return;
        }
        var unowned = readings.devices().stream()
                .filter(device -> !device.isPartitioned() && !isHeld(device)
                        && device.values().hasValue(DeviceMetric.MEMORY_USED)
                        && device.values().get(DeviceMetric.MEMORY_USED) > OWN_MEMORY)
                .toList();
        if (!unowned.isEmpty()) {
            findings.add(
                    catalog.finding("memory-unowned",
                            SymptomPlaceholderValues.ofNode(node.name(),
                                    unowned.stream().map(DeviceReadings::deviceTitle)
                                            .collect(Collectors.joining(", "))),
                            unowned.stream()
                                    .map(device -> MESSAGES.text("memory.unowned", device.deviceTitle(),
                                            String.format(Locale.ROOT, "%.1f",
                                                    device.values().get(DeviceMetric.MEMORY_USED) / OWN_MEMORY)))
                                    .toList()));
        }
    }

    /** Reports an exporter that names no pods; only of NVIDIA's the cause is known. */
    private void reportUnnamed(GpuNode node) {
        if (node.vendor().equals("NVIDIA")) {
            findings.add(catalog.finding("pods-unnamed", SymptomPlaceholderValues.ofNode(node.name(), ""),
                    List.of(holdersText(node))));
        }
    }

    private static String holdersText(GpuNode node) {
        return MESSAGES.text("holders", node.holders().stream().map(pod -> pod.key()).toList());
    }

    private static boolean isHeld(DeviceReadings device) {
        return !device.holders().isEmpty()
                || device.instances().stream().anyMatch(instance -> instance.holder() != null);
    }
}
