package tessera.diagnosis;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.diagnosis.FleetProblem.FleetProblemKind;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.DeviceHealthRules;
import tessera.gpu.DeviceHealthRules.DeviceFault;
import tessera.gpu.GpuDevice;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuHeatmapTile;
import tessera.gpu.GpuNode;
import tessera.gpu.GpuNodeState;
import tessera.gpu.health.CordonOwner;
import tessera.gpu.health.CordonOwnerCatalog;
import tessera.gpu.health.NodeFault;
import tessera.gpu.health.OngoingNodeChange;
import tessera.model.PodListCompleteness;
import tessera.model.PodSummary;
import tessera.model.StatusCondition;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceReadings;
import tessera.scheduling.PendingDiagnosisFinder;
import tessera.text.MessageCatalog;

/** Lists the problems of a fleet, the most urgent first. Where much of one kind is wrong, it is one entry. */
public final class FleetProblemFinder {

    /** So many entries of one kind are listed one by one. */
    private static final int ONE_BY_ONE = 2;
    private static final Set<String> BROKEN = Set.of("CrashLoopBackOff", "ImagePullBackOff", "ErrImagePull",
            "CreateContainerConfigError", "CreateContainerError", "InvalidImageName", "RunContainerError",
            "Init:CrashLoopBackOff", "Init:ImagePullBackOff", "Init:ErrImagePull");

    private static final MessageCatalog MESSAGES = MessageCatalog.of(FleetProblemFinder.class);
    private static final Set<FleetProblemKind> OF_ALL_GPUS = Set.of(FleetProblemKind.NODE_UNREACHABLE,
            FleetProblemKind.NODE_NOT_READY, FleetProblemKind.NOT_OFFERED, FleetProblemKind.CORDONED,
            FleetProblemKind.CHANGING);

    private final GpuFleet fleet;
    private final List<GpuNode> nodes;
    private final DeviceHealthRules judge;
    private final Predicate<DeviceReadings> devices;
    private final List<FleetProblem> entries = new ArrayList<>();

    /** @param devices those that are looked at */
    private FleetProblemFinder(GpuFleet fleet, List<GpuNode> nodes, DeviceHealthRules judge,
            Predicate<DeviceReadings> devices) {
        this.fleet = fleet;
        this.nodes = nodes;
        this.judge = judge;
        this.devices = devices;
    }

    /** Returns the problems of a fleet, the most urgent first, with rules for device health. */
    public static List<FleetProblem> itemsOf(GpuFleet fleet, PendingDiagnosisFinder reasons, DeviceHealthRules judge) {
        var list = new FleetProblemFinder(fleet, fleet.nodes(), judge, _ -> true);
        list.addUrgentNodes();
        list.addWaitingPods(reasons);
        list.addBrokenPods();
        list.addClosedNodes();
        return List.copyOf(list.entries);
    }

    /** Returns the problems of one node as the fleet’s list has them, the most urgent first. */
    public static List<FleetProblem> problemsOf(GpuNode node, GpuFleet fleet, DeviceHealthRules judge) {
        var list = new FleetProblemFinder(fleet, List.of(node), judge, _ -> true);
        list.addUrgentNodes();
        list.addClosedNodes();
        return List.copyOf(list.entries);
    }

    /** Returns the problems of one GPU: its own, and those of its node that concern each of its GPUs. */
    public static List<FleetProblem> problemsOf(GpuDevice device, GpuFleet fleet, DeviceHealthRules judge) {
        var list = new FleetProblemFinder(fleet, List.of(device.node()), judge,
                readings -> readings.equals(device.readings()));
        if (device.status() == GpuHeatmapTile.GpuTileStatus.UNHEALTHY) {
            list.entries.add(list.unhealthyItem(device.node(), 1));
        }
        list.addHotNodes();
        if (device.status() == GpuHeatmapTile.GpuTileStatus.FAULTY) {
            var faults = device.node().faults();
            list.entries.add(new FleetProblem(FleetProblemKind.NODE_FAULT, MESSAGES.text("fault"),
                    joinParts(device.faultText(), closureText(device.node())),
                    faults.size() == 1 ? faults.getFirst().since() : null, device.node().name(), 1));
        }
        problemsOf(device.node(), fleet, judge).stream().filter(problem -> OF_ALL_GPUS.contains(problem.kind()))
                .forEach(list.entries::add);
        return List.copyOf(list.entries);
    }

    private void addUrgentNodes() {
        addUnhealthy();
        addHotNodes();
        addNodes(FleetProblemKind.NODE_UNREACHABLE, GpuNodeState.UNREACHABLE, MESSAGES.text("unreachable"),
                node -> readyCondition(node).map(StatusCondition::message).filter(text -> !text.isBlank())
                        .orElse(MESSAGES.text("kubelet-silent")));
        addNodes(FleetProblemKind.NODE_NOT_READY, GpuNodeState.NOT_READY, MESSAGES.text("not-ready"),
                node -> readyCondition(node).map(StatusCondition::message).orElse(""));
        addNodes(FleetProblemKind.NODE_FAULT, GpuNodeState.FAULTY, MESSAGES.text("fault"),
                FleetProblemFinder::faultText);
        addNodes(FleetProblemKind.NOT_OFFERED, GpuNodeState.NOT_OFFERED, MESSAGES.text("not-advertised"),
                FleetProblemFinder::notOfferedText);
        addOvercommitted();
    }

    private void addHotNodes() {
        addNodes(FleetProblemKind.TOO_HOT, node -> hotTemperatures(node).length > 0, MESSAGES.text("too-hot"),
                this::heatText);
    }

    private void addClosedNodes() {
        addNodes(FleetProblemKind.CORDONED, GpuNodeState.CORDONED, MESSAGES.text("cordoned"), this::cordonText);
        addNodes(FleetProblemKind.CHANGING, GpuNodeState.CHANGING, MESSAGES.text("changing"),
                FleetProblemFinder::changeText);
    }

    private String cordonText(GpuNode node) {
        var counts = node.tally(fleet.snapshot().podVisibility());
        var visibility = fleet.snapshot().podVisibility();
        var free = visibility == PodListCompleteness.NONE ? MESSAGES.text("cordoned.gpus", counts.total())
                : MESSAGES.text("cordoned.free", visibility, counts.cordoned(), counts.total());
        return joinParts(
                CordonOwnerCatalog.standard().findOwner(node.info().nodeSummary()).map(CordonOwner::byline).orElse(""),
                free);
    }

    /** Joins the parts that there are. */
    private static String joinParts(String... parts) {
        return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining(" · "));
    }

    private static String faultText(GpuNode node) {
        return joinParts(node.faultTexts().stream().limit(2).collect(Collectors.joining(" · ")), closureText(node));
    }

    private static String changeText(GpuNode node) {
        return OngoingNodeChange.of(node.info().nodeSummary())
                .map(change -> MESSAGES.text("change", change.title(), change.phase())).orElse("");
    }

    private void addNodes(FleetProblemKind kind, GpuNodeState state, String headline,
            Function<GpuNode, String> detail) {
        addNodes(kind, node -> node.state() == state, headline, detail);
    }

    private void addNodes(FleetProblemKind kind, Predicate<GpuNode> which, String headline,
            Function<GpuNode, String> detail) {
        var affected = nodes.stream().filter(which).toList();
        if (affected.size() <= ONE_BY_ONE) {
            affected.forEach(node -> entries
                    .add(new FleetProblem(kind, headline, detail.apply(node), sinceWhen(kind, node), node.name(), 1)));
        } else {
            addSummary(kind, affected, headline);
        }
    }

    private void addSummary(FleetProblemKind kind, List<GpuNode> affected, String headline) {
        var newest = affected.stream().map(node -> sinceWhen(kind, node)).filter(instant -> instant != null)
                .max(Comparator.naturalOrder()).orElse(null);
        entries.add(new FleetProblem(kind, MESSAGES.text("several", headline, affected.size()),
                MESSAGES.text("nodes", affected.stream().map(GpuNode::name).toList()), newest,
                affected.getFirst().name(), affected.size()));
    }

    private static @Nullable Instant sinceWhen(FleetProblemKind kind, GpuNode node) {
        if (kind == FleetProblemKind.NODE_FAULT) {
            return node.faults().stream().map(NodeFault::since).filter(Objects::nonNull).min(Comparator.naturalOrder())
                    .orElse(null);
        }
        if (kind == FleetProblemKind.CHANGING) {
            var nodeSummary = node.info().nodeSummary();
            return OngoingNodeChange.of(nodeSummary)
                    .filter(change -> change.kind() == OngoingNodeChange.NodeChangeType.MIG)
                    .map(_ -> nodeSummary.migWritten()).orElse(null);
        }
        if (kind == FleetProblemKind.NODE_UNREACHABLE || kind == FleetProblemKind.NODE_NOT_READY) {
            return readyCondition(node).map(StatusCondition::since).orElse(null);
        }
        return null;
    }

    private static Optional<StatusCondition> readyCondition(GpuNode node) {
        return node.info().nodeSummary().findCondition("Ready");
    }

    private void addUnhealthy() {
        var affected = nodes.stream().filter(node -> node.state() == GpuNodeState.UNHEALTHY).toList();
        if (affected.size() <= ONE_BY_ONE) {
            affected.forEach(node -> entries.add(unhealthyItem(node, node.withheldDevices())));
        } else {
            addSummary(FleetProblemKind.UNHEALTHY_GPU, affected, MESSAGES.text("unhealthy"));
        }
    }

    /**
     * Returns the item with the fault that the exporter reports, if as many devices show one fault as are withheld. The last error of a device stays with it, however long ago it was.
     *
     * @param units the number of devices that are withheld
     */
    private FleetProblem unhealthyItem(GpuNode node, long units) {
        var faults = new LinkedHashMap<DeviceReadings, DeviceFault>();
        for (var device : readingsOf(node)) {
            judge.findFault(device.values()).ifPresent(fault -> faults.put(device, fault));
        }
        var kinds = faults.values().stream().distinct().toList();
        var only = kinds.stream().filter(_ -> faults.size() == units && kinds.size() == 1).findFirst();
        var where = faults.keySet().stream().map(DeviceReadings::deviceTitle).collect(Collectors.joining(", "));
        var detail = only.map(fault -> joinParts(where, fault.name(), MESSAGES.text("withheld", units)))
                .orElseGet(() -> MESSAGES.text("withheld-devices", units));
        return new FleetProblem(FleetProblemKind.UNHEALTHY_GPU,
                only.map(DeviceFault::title).orElseGet(() -> MESSAGES.text("unhealthy")),
                joinParts(detail, closureText(node)), null, node.name(), 1);
    }

    private static String closureText(GpuNode node) {
        if (node.closureText().isEmpty()) {
            return "";
        }
        return CordonOwnerCatalog.standard().findOwner(node.info().nodeSummary())
                .map(owner -> MESSAGES.text("closed-by", node.closureText(), owner.name())).orElse(node.closureText());
    }

    private List<DeviceReadings> readingsOf(GpuNode node) {
        var readings = fleet.readings().recentReadings(node.name());
        if (readings == null) {
            return List.of();
        }
        return readings.devices().stream().filter(devices).toList();
    }

    /** Returns the temperatures of its boards that are too hot. */
    private double[] hotTemperatures(GpuNode node) {
        return readingsOf(node).stream().map(DeviceReadings::values).filter(judge::isTooHot)
                .mapToDouble(values -> values.get(DeviceMetric.TEMPERATURE)).toArray();
    }

    private String heatText(GpuNode node) {
        var hot = hotTemperatures(node);
        long maximum = Math.round(Arrays.stream(hot).max().orElse(Double.NaN));
        return joinParts(MESSAGES.text("temperature", hot.length, maximum), closureText(node));
    }

    private static String notOfferedText(GpuNode node) {
        return MESSAGES.text("none-advertised", node.tally(PodListCompleteness.ALL).notOffered());
    }

    private void addOvercommitted() {
        addNodes(FleetProblemKind.OVERCOMMITTED,
                node -> !node.isLost() && node.uses().stream().anyMatch(use -> use.overcommitted() > 0),
                MESSAGES.text("overcommitted"), this::overcommitmentText);
    }

    private String overcommitmentText(GpuNode node) {
        return node
                .uses().stream().filter(use -> use.overcommitted() > 0).map(use -> MESSAGES.text("allocated",
                        isComplete(), use.allocated(), use.allocatable(), AcceleratorCatalog.shortName(use.resource())))
                .collect(Collectors.joining(", "));
    }

    private void addWaitingPods(PendingDiagnosisFinder reasons) {
        if (fleet.pendingPods().isEmpty()) {
            return;
        }
        int count = fleet.pendingPods().size();
        entries.add(new FleetProblem(FleetProblemKind.PODS_WAITING, MESSAGES.text("waiting", isComplete(), count),
                commonReason(fleet.pendingPods(), reasons), fleet.pendingPods().getFirst().created(), "", count));
    }

    private String commonReason(List<PodSummary> pods, PendingDiagnosisFinder reasons) {
        return pods.stream().limit(200).collect(Collectors.groupingBy(reasons::reasonText, Collectors.counting()))
                .entrySet().stream().max(Map.Entry.comparingByValue()).map(entry -> pods.size() == 1 ? entry.getKey()
                        : MESSAGES.text("common-reason", entry.getValue(), entry.getKey()))
                .orElse("");
    }

    private boolean isComplete() {
        return fleet.snapshot().isAllocationComplete();
    }

    private void addBrokenPods() {
        var broken = fleet.holders().filter(pod -> BROKEN.contains(pod.status())).toList();
        if (!broken.isEmpty()) {
            var first = broken.getFirst();
            entries.add(
                    new FleetProblem(FleetProblemKind.PODS_BROKEN, MESSAGES.text("broken", isComplete(), broken.size()),
                            first.name() + " · " + first.status(), null, "", broken.size()));
        }
    }
}
