package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.doctor.SymptomCatalog.SymptomSubject;
import tessera.insight.GpuGroup;
import tessera.insight.GpuNode;
import tessera.model.ListText;
import tessera.model.Plurals;
import tessera.model.PodVisibility;
import tessera.model.ResourceUse;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;
import tessera.stack.StackComponent;

/** Looks at what drivers, feature discovery and exporters say of the devices of nodes. */
final class DeviceChecks {

    static final String WHOLE = "nvidia.com/gpu";
    private static final String CUT = "nvidia.com/mig-";
    private static final Pattern DRIVER_570 = Pattern.compile("570\\.(\\d{1,6})\\.(\\d{1,2})");
    static final Pattern COUNT = Pattern.compile("[1-9]\\d{0,3}");
    private static final int FIRST_DEFECTIVE = 124_06;
    private static final int LAST_DEFECTIVE = 158_01;
    private static final int LISTED = 4;
    /** Drivers and host engines keep some of it for themselves. */
    private static final double OWN_MEMORY = 1L << 30;

    private final SymptomCatalog matrix;
    private final DiagnosisInput known;
    private final List<DoctorFinding> found = new ArrayList<>();

    DeviceChecks(SymptomCatalog matrix, DiagnosisInput known) {
        this.matrix = matrix;
        this.known = known;
    }

    List<DoctorFinding> findings() {
        for (var node : known.fleet().nodes()) {
            divided(node);
            fewer(node);
            excess(node);
            // Who holds what is not known else.
            if (known.fleet().snapshot().podSight() == PodVisibility.ALL && !node.byClaims()
                    && node.sharing().isEmpty()) {
                named(node);
            }
        }
        return List.copyOf(found);
    }

    private void divided(GpuNode node) {
        var facts = node.info().facts();
        var product = facts.label("nvidia.com/gpu.product");
        if (product.endsWith("-MIG-INVALID")) {
            found.add(matrix.finding("mig-invalid", SymptomSubject.node(node.name(), product), List.of()));
        }
        var driver = facts.label("nvidia.com/cuda.driver-version.full");
        boolean mixed = facts.capacity().get(WHOLE) > 0
                && node.uses().stream().anyMatch(use -> use.resource().startsWith(CUT) && use.allocatable() > 0);
        if (mixed && defective(driver)) {
            found.add(matrix.finding("driver-defect", SymptomSubject.node(node.name(), driver), List.of()));
        }
    }

    /** Boards that a witness tells of and that no resource hands out, on a node that offers others. */
    private void fewer(GpuNode node) {
        long missing = missing(node);
        long all = node.boardCount().number();
        boolean offers = node.uses().stream().anyMatch(use -> use.capacity() > 0);
        if (missing > 0 && offers && !node.byClaims() && !node.lost() && !SeriesChecks.borneOut(known.fleet(), node)) {
            var evidence = new ArrayList<>(List.of(node.boardCount().source() + ": " + all));
            offered(node).forEach(evidence::add);
            found.add(matrix.finding("fewer-offered",
                    SymptomSubject.node(node.name(), "%d of %d GPUs".formatted(all - missing, all)), evidence));
        }
    }

    /** Returns how many boards of a node no resource hands out. */
    static long missing(GpuNode node) {
        return node.groups().stream().filter(group -> group.form() == GpuGroup.GroupForm.NOT_OFFERED)
                .mapToLong(GpuGroup::count).sum();
    }

    private static Stream<String> offered(GpuNode node) {
        return node.uses().stream().filter(use -> use.capacity() > 0)
                .map(use -> "capacity %s: %d".formatted(use.resource(), use.capacity()));
    }

    /** What was offered before GPUs were divided stays on offer where the plugin does not take it back. */
    private void excess(GpuNode node) {
        var excess = node.excess();
        if (excess.isEmpty() || node.lost() || !node.vendor().equals("NVIDIA")) {
            return;
        }
        var none = excess.stream().map(ResourceUse::resource).collect(Collectors.joining(", "));
        var beside = node.uses().stream().filter(use -> !excess.contains(use) && use.allocatable() > 0)
                .map(DeviceChecks::amount).toList();
        if (beside.isEmpty()) {
            return;
        }
        var plain = matrix.finding("more-offered", SymptomSubject.node(node.name(), "%s beside %s on %s".formatted(
                excess.stream().map(DeviceChecks::amount).collect(Collectors.joining(" and ")),
                ListText.joined(beside, " and "), Plurals.of(node.boardCount().number(), "GPU"))).with("none", none),
                Stream.concat(Stream.of(node.boardCount().source() + ": " + node.boardCount().number()), offered(node))
                        .toList());
        found.add(node.info().pods().stream().filter(StackComponent.PLUGIN::owns).findFirst()
                .map(pod -> plain.with(List.of("kubectl -n %s delete pod %s".formatted(pod.namespace(), pod.name()))))
                .orElse(plain));
    }

    private static String amount(ResourceUse use) {
        return use.allocatable() + " × " + use.resource();
    }

    /** Whether each of its GPUs is offered as a whole, and by its usual name. */
    static boolean plain(GpuNode node) {
        return node.vendor().equals("NVIDIA") && node.uses().size() == 1 && node.replicas() <= 1
                && node.sharing().isEmpty() && !node.info().facts().label("nvidia.com/gpu.product").contains("-MIG-");
    }

    private static boolean defective(String driver) {
        var parts = DRIVER_570.matcher(driver);
        if (!parts.matches()) {
            return false;
        }
        int release = Integer.parseInt(parts.group(1)) * 100 + Integer.parseInt(parts.group(2));
        return release >= FIRST_DEFECTIVE && release <= LAST_DEFECTIVE;
    }

    /** Whom the exporter names beside whom the cluster has placed there. */
    private void named(GpuNode node) {
        var readings = known.fleet().readings().recent(node.name());
        if (readings == null || readings.devices().isEmpty()) {
            return;
        }
        boolean names = readings.devices().stream().anyMatch(DeviceChecks::held);
        if (!names && !node.holders().isEmpty()) {
            unnamed(node);
            return;
        }
        var unowned = readings.devices().stream().filter(device -> !device.cut() && !held(device)
                && device.values().has(Metric.MEMORY_USED)
                && device.values().get(Metric.MEMORY_USED) > OWN_MEMORY).toList();
        if (!unowned.isEmpty()) {
            found.add(matrix.finding("memory-unowned", SymptomSubject.node(node.name(), unowned.stream()
                    .map(DeviceReadings::title).collect(Collectors.joining(", "))),
                    unowned.stream()
                            .map(device -> String.format(Locale.ROOT, "%s: %.1f GiB used, no pod", device.title(),
                                    device.values().get(Metric.MEMORY_USED) / OWN_MEMORY))
                            .toList()));
        }
    }

    /** Only of this exporter it is known what it lacks. */
    private void unnamed(GpuNode node) {
        if (node.vendor().equals("NVIDIA")) {
            found.add(matrix.finding("pods-unnamed", SymptomSubject.node(node.name(), ""), List.of(holders(node))));
        }
    }

    private static String holders(GpuNode node) {
        int count = node.holders().size();
        return "%s there: %s%s".formatted(count == 1 ? "1 pod holds GPUs" : count + " pods hold GPUs",
                node.holders().stream().limit(LISTED).map(pod -> pod.key()).collect(Collectors.joining(", ")),
                count > LISTED ? " and %d more".formatted(count - LISTED) : "");
    }

    private static boolean held(DeviceReadings device) {
        return !device.holders().isEmpty()
                || device.instances().stream().anyMatch(instance -> instance.holder() != null);
    }
}
