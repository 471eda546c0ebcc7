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
import org.jspecify.annotations.Nullable;
import tessera.diagnosis.FleetProblem.FleetProblemKind;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.DeviceHealthRules;
import tessera.gpu.DeviceHealthRules.DeviceFault;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.gpu.GpuNodeState;
import tessera.gpu.health.CordonOwnerCatalog;
import tessera.gpu.health.NodeFault;
import tessera.gpu.health.OngoingNodeChange;
import tessera.model.CountedNounFormatter;
import tessera.model.PodListCompleteness;
import tessera.model.PodSummary;
import tessera.model.StatusCondition;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceReadings;
import tessera.scheduling.PendingDiagnosisFinder;

/** Lists the problems of a fleet, the most urgent first. Where much of one kind is wrong, it is one entry. */
public final class FleetProblemFinder {

    /** So many entries of one kind are listed one by one. */
    private static final int ONE_BY_ONE = 2;
    private static final Set<String> BROKEN = Set.of("CrashLoopBackOff", "ImagePullBackOff", "ErrImagePull",
            "CreateContainerConfigError", "CreateContainerError", "InvalidImageName", "RunContainerError",
            "Init:CrashLoopBackOff", "Init:ImagePullBackOff", "Init:ErrImagePull");

    private final GpuFleet fleet;
    private final PendingDiagnosisFinder reasons;
    private final DeviceHealthRules judge;
    private final List<FleetProblem> entries = new ArrayList<>();

    private FleetProblemFinder(GpuFleet fleet, PendingDiagnosisFinder reasons, DeviceHealthRules judge) {
        this.fleet = fleet;
        this.reasons = reasons;
        this.judge = judge;
    }

    /** Returns the problems of a fleet, the most urgent first, with rules for device health. */
    public static List<FleetProblem> itemsOf(GpuFleet fleet, PendingDiagnosisFinder reasons, DeviceHealthRules judge) {
        var list = new FleetProblemFinder(fleet, reasons, judge);
        list.addUnhealthy();
        list.addNodes(FleetProblemKind.TOO_HOT, node -> list.hotTemperatures(node).length > 0, "GPU too hot",
                list::heatText);
        list.addNodes(FleetProblemKind.NODE_UNREACHABLE, GpuNodeState.UNREACHABLE, "Node not reachable",
                node -> node.name() + " · "
                        + readyCondition(node).map(StatusCondition::message).filter(text -> !text.isBlank())
                                .orElse("its kubelet reports nothing"));
        list.addNodes(FleetProblemKind.NODE_NOT_READY, GpuNodeState.NOT_READY, "Node not ready",
                node -> node.name() + " · " + readyCondition(node).map(StatusCondition::message).orElse(""));
        list.addNodes(FleetProblemKind.NODE_FAULT, GpuNodeState.FAULTY, "Fault reported",
                FleetProblemFinder::faultText);
        list.addNodes(FleetProblemKind.NOT_OFFERED, GpuNodeState.NOT_OFFERED, "GPUs not offered",
                FleetProblemFinder::notOfferedText);
        list.addOvercommitted();
        list.addWaitingPods();
        list.addBrokenPods();
        list.addNodes(FleetProblemKind.CORDONED, GpuNodeState.CORDONED, "Node cordoned",
                node -> list.cordonText(node));
        list.addNodes(FleetProblemKind.CHANGING, GpuNodeState.CHANGING, "Change under way",
                FleetProblemFinder::changeText);
        return List.copyOf(list.entries);
    }

    private String cordonText(GpuNode node) {
        var counts = node.tally(fleet.snapshot().podVisibility());
        var who = node.name()
                + CordonOwnerCatalog.standard().findOwner(node.info().nodeSummary())
                        .map(owner -> " · " + owner.byline())
                        .orElse("");
        return switch (fleet.snapshot().podVisibility()) {
            case ALL -> "%s · %d of %d GPUs free behind it".formatted(who, counts.cordoned(), counts.total());
            case SOME -> "%s · at most %d of %d GPUs free behind it".formatted(who, counts.cordoned(), counts.total());
            case NONE -> "%s · %s".formatted(who, CountedNounFormatter.countText(counts.total(), "GPU"));
        };
    }

    private static String faultText(GpuNode node) {
        return node.name() + node.faultTexts().stream().limit(2).map(text -> " · " + text)
                .collect(Collectors.joining()) + closureText(node);
    }

    private static String changeText(GpuNode node) {
        return node.name() + OngoingNodeChange.of(node.info().nodeSummary())
                .map(change -> " · %s: %s".formatted(change.title(), change.phase())).orElse("");
    }

    private void addNodes(FleetProblemKind kind, GpuNodeState state, String headline,
            Function<GpuNode, String> detail) {
        addNodes(kind, node -> node.state() == state, headline, detail);
    }

    private void addNodes(FleetProblemKind kind, Predicate<GpuNode> which, String headline,
            Function<GpuNode, String> detail) {
        var affected = fleet.nodes().stream().filter(which).toList();
        if (affected.size() <= ONE_BY_ONE) {
            affected.forEach(
                    node -> entries.add(new FleetProblem(kind, headline, detail.apply(node), sinceWhen(kind, node),
                            node.name(), 1)));
        } else {
            addSummary(kind, affected, headline);
        }
    }

    private void addSummary(FleetProblemKind kind, List<GpuNode> affected, String headline) {
        var newest = affected.stream().map(node -> sinceWhen(kind, node)).filter(instant -> instant != null)
                .max(Comparator.naturalOrder()).orElse(null);
        var names = affected.stream().limit(3).map(GpuNode::name).collect(Collectors.joining(", "));
        var more = affected.size() > 3 ? " and %d more".formatted(affected.size() - 3) : "";
        entries.add(new FleetProblem(kind, headline + " × " + affected.size(), names + more, newest,
                affected.getFirst().name(), affected.size()));
    }

    private static @Nullable Instant sinceWhen(FleetProblemKind kind, GpuNode node) {
        if (kind == FleetProblemKind.NODE_FAULT) {
            return node.faults().stream().map(NodeFault::since).filter(Objects::nonNull)
                    .min(Comparator.naturalOrder()).orElse(null);
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
        var affected = fleet.nodes().stream().filter(node -> node.state() == GpuNodeState.UNHEALTHY).toList();
        if (affected.size() <= ONE_BY_ONE) {
            affected.forEach(node -> entries.add(unhealthyItem(node)));
        } else {
            addSummary(FleetProblemKind.UNHEALTHY_GPU, affected, "GPU unhealthy");
        }
    }

    /**
     * Returns the item with the fault that the exporter reports, if as many devices show one fault as are withheld. The last error of a device stays with it, however long ago it was.
     */
    private FleetProblem unhealthyItem(GpuNode node) {
        long units = node.withheldDevices();
        var faults = new LinkedHashMap<DeviceReadings, DeviceFault>();
        for (var device : readingsOf(node)) {
            judge.findFault(device.values()).ifPresent(fault -> faults.put(device, fault));
        }
        var known = faults.size() == units ? faults.values().stream().distinct().toList() : List.<DeviceFault>of();
        var where = faults.keySet().stream().map(DeviceReadings::deviceTitle).collect(Collectors.joining(", "));
        var detail = known.size() != 1 ? "%d withheld from the scheduler".formatted(units)
                : "%s · %s · %d withheld".formatted(where, known.getFirst().name(), units);
        return new FleetProblem(FleetProblemKind.UNHEALTHY_GPU,
                known.size() == 1 ? known.getFirst().title() : "GPU unhealthy",
                node.name() + " · " + detail + closureText(node), null, node.name(), 1);
    }

    private static String closureText(GpuNode node) {
        if (node.closureText().isEmpty()) {
            return "";
        }
        return " · " + node.closureText() + CordonOwnerCatalog.standard().findOwner(node.info().nodeSummary())
                .map(owner -> " by " + owner.name()).orElse("");
    }

    private List<DeviceReadings> readingsOf(GpuNode node) {
        var readings = fleet.readings().recentReadings(node.name());
        if (readings == null) {
            return List.of();
        }
        return readings.devices();
    }

    /** Returns the temperatures of its boards that are too hot. */
    private double[] hotTemperatures(GpuNode node) {
        return readingsOf(node).stream().map(DeviceReadings::values).filter(judge::isTooHot)
                .mapToDouble(values -> values.get(DeviceMetric.TEMPERATURE)).toArray();
    }

    private String heatText(GpuNode node) {
        var hot = hotTemperatures(node);
        long maximum = Math.round(Arrays.stream(hot).max().orElse(Double.NaN));
        return (hot.length == 1 ? "%s · 1 GPU at %3$d °C%4$s" : "%s · %d GPUs, the hottest at %d °C%s")
                .formatted(node.name(), hot.length, maximum, closureText(node));
    }

    private static String notOfferedText(GpuNode node) {
        long count = node.tally(PodListCompleteness.ALL).notOffered();
        if (count == 0) {
            return node.name() + " · no GPU resource is advertised";
        }
        return "%s · %s, none advertised".formatted(node.name(), CountedNounFormatter.countText(count, "GPU"));
    }

    private void addOvercommitted() {
        addNodes(FleetProblemKind.OVERCOMMITTED,
                node -> !node.isLost()
                        && node.uses().stream().anyMatch(use -> use.overcommitted() > 0),
                "More held than offered", this::overcommitmentText);
    }

    private String overcommitmentText(GpuNode node) {
        return node.name() + " · " + node.uses().stream().filter(use -> use.overcommitted() > 0)
                .map(use -> "%s%d of %d × %s held".formatted(isComplete() ? "" : "≥ ", use.allocated(),
                        use.allocatable(),
                        AcceleratorCatalog.shortName(use.resource())))
                .collect(Collectors.joining(", "));
    }

    private void addWaitingPods() {
        if (fleet.pendingPods().isEmpty()) {
            return;
        }
        int count = fleet.pendingPods().size();
        entries.add(new FleetProblem(FleetProblemKind.PODS_WAITING, podsText(count) + " waiting",
                commonReason(fleet.pendingPods()), fleet.pendingPods().getFirst().created(), "", count));
    }

    private String commonReason(List<PodSummary> pods) {
        return pods.stream().limit(200).collect(Collectors.groupingBy(reasons::reasonText, Collectors.counting()))
                .entrySet()
                .stream().max(Map.Entry.comparingByValue())
                .map(entry -> pods.size() == 1 ? entry.getKey()
                        : "%d of them: %s".formatted(entry.getValue(), entry.getKey()))
                .orElse("");
    }

    private boolean isComplete() {
        return fleet.snapshot().isAllocationComplete();
    }

    private String podsText(int count) {
        return (isComplete() ? "" : "At least ") + count + (count == 1 ? " pod" : " pods");
    }

    private void addBrokenPods() {
        var broken = fleet.holders().filter(pod -> BROKEN.contains(pod.status())).toList();
        if (!broken.isEmpty()) {
            var first = broken.getFirst();
            entries.add(new FleetProblem(FleetProblemKind.PODS_BROKEN,
                    podsText(broken.size())
                            + (broken.size() == 1 ? " holds GPUs and does not run" : " hold GPUs and do not run"),
                    first.name() + " · " + first.status(), null, "", broken.size()));
        }
    }
}
