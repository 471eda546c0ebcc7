package tessera.alerts.health;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertSignal;
import tessera.alerts.health.HealthReportBuilder.EvidenceKey;
import tessera.gpu.GpuNode;
import tessera.gpu.GpuNodeState;
import tessera.gpu.health.CordonOwner;
import tessera.gpu.health.CordonOwnerCatalog;
import tessera.gpu.health.NodeFault;
import tessera.gpu.health.NodeFaultSignalCatalog;
import tessera.gpu.health.OngoingNodeChange;
import tessera.model.ClusterSnapshot;
import tessera.model.CountedNounFormatter;
import tessera.model.NodeWithBoundPods;
import tessera.model.StatusCondition;

/** Judges a node by its object in the API server. */
record NodeHealthEvaluator(ClusterSnapshot snapshot, Instant now) {

    private static final Set<String> PRESSURES = Set.of("MemoryPressure", "DiskPressure", "PIDPressure",
            "NetworkUnavailable");
    private static final NodeFaultSignalCatalog FAULTS = NodeFaultSignalCatalog.standard();
    private static final String SERVER = "the API server";

    void judgeConditions(NodeWithBoundPods node, HealthReportBuilder findings) {
        var well = new ArrayList<String>();
        boolean monitored = false;
        for (var statusCondition : node.nodeSummary().conditions()) {
            boolean plain = statusCondition.type().equals("Ready") || PRESSURES.contains(statusCondition.type());
            monitored |= !plain;
            if (statusCondition.type().equals("Ready") && !statusCondition.isTrue()) {
                boolean silent = statusCondition.status().equals("Unknown");
                findings.addEvidence(
                        new EvidenceKey(silent ? AlertSignal.NODE_UNREACHABLE : AlertSignal.NODE_NOT_READY, "", ""),
                        conditionEvidence(AlertOrFindingSeverity.CRITICAL,
                                silent ? "The kubelet does not report any more"
                                        : "The node is not ready",
                                statusCondition));
            } else if (FAULTS.faultOf(statusCondition).isPresent()) {
                FAULTS.faultOf(statusCondition).ifPresent(fault -> addFault(fault, findings));
            } else if (statusCondition.status().equals("Unknown")) {
                findings.addUnchecked(
                        "%s: its state is unknown%s".formatted(statusCondition.type(),
                                conditionText(": ", statusCondition)));
            } else if (!plain || statusCondition.type().equals("Ready") || !statusCondition.isTrue()) {
                well.add(statusCondition.type());
            } else {
                findings.addEvidence(
                        conditionEvidence(AlertOrFindingSeverity.WARNING, "The node reports " + statusCondition.type(),
                                statusCondition));
            }
        }
        FAULTS.marksOf(node.nodeSummary()).forEach(fault -> addFault(fault, findings));
        if (!well.isEmpty()) {
            findings.addChecked("%d node conditions: %s".formatted(well.size(), String.join(", ", well)), SERVER);
        }
        if (!monitored) {
            findings.addUnchecked("Faults in the node’s log: no monitor, such as node-problem-detector or NVSentinel,"
                    + " sets a condition here");
        }
    }

    private void addFault(NodeFault fault, HealthReportBuilder findings) {
        findings.addEvidence(new EvidenceKey(AlertSignal.NODE_CONDITION, "", fault.signal()),
                new UnhealthyObjectEvidence(AlertOrFindingSeverity.valueOf(fault.level().name()),
                        fault.inverted() ? "%s is %s".formatted(fault.signal(), fault.status())
                                : "The node reports " + fault.signal(),
                        Stream.concat(Stream.of(fault.meaning()), Stream.of(String.join(": ", fault.details())))
                                .filter(text -> !text.isBlank()).collect(Collectors.joining(" ")),
                        "node condition", toLocalTime(fault.since())));
    }

    private UnhealthyObjectEvidence conditionEvidence(AlertOrFindingSeverity alertOrFindingSeverity, String sentence,
            StatusCondition statusCondition) {
        return new UnhealthyObjectEvidence(alertOrFindingSeverity, sentence,
                Stream.of(statusCondition.reason(), statusCondition.message()).filter(text -> !text.isBlank())
                        .collect(Collectors.joining(": ")),
                "node condition", toLocalTime(statusCondition.since()));
    }

    private static String conditionText(String before, StatusCondition statusCondition) {
        return statusCondition.message().isBlank() ? "" : before + statusCondition.message();
    }

    /** Converts a moment of the server's clock to this machine's. */
    private @Nullable Instant toLocalTime(@Nullable Instant there) {
        return there == null ? null : now.minus(snapshot.ageOf(there, now));
    }

    private static UnhealthyObjectEvidence withheldEvidence(GpuNode node, String headline) {
        if (node.isClaimsOnly()) {
            return new UnhealthyObjectEvidence(AlertOrFindingSeverity.CRITICAL, headline,
                    "Taints of the devices keep claims from them, or their pool is incomplete.", "ResourceSlices",
                    null);
        }
        return new UnhealthyObjectEvidence(AlertOrFindingSeverity.CRITICAL, headline,
                "The device plugin calls them unhealthy, so the scheduler gives them to no pod.",
                "allocatable is below capacity", null);
    }

    void judgeCapacity(GpuNode node, HealthReportBuilder findings) {
        if (node.isLost()) {
            findings.addUnchecked("Whether its devices can be handed out: the node does not report, or is not ready");
            return;
        }
        var withheld = new ArrayList<String>();
        for (var use : node.uses()) {
            if (use.unhealthy() > 0 && node.withheldDevices() > 0 && !node.isChanging()) {
                withheld.add("%d of %d %s".formatted(use.unhealthy(), use.capacity(), use.resource()));
            } else if (use.allocatable() > 0) {
                findings.addChecked("All %d %s can be handed out".formatted(use.allocatable(), use.resource()), SERVER);
            }
            if (use.overcommitted() > 0) {
                findings.addEvidence(new UnhealthyObjectEvidence(AlertOrFindingSeverity.WARNING,
                        "%d more %s held than offered".formatted(use.overcommitted(), use.resource()),
                        "Devices were lost, or shares reduced, under running pods.", "requests of pods", null));
            }
        }
        if (!withheld.isEmpty()) {
            var shares = node.sharingStrategy().isEmpty() ? ""
                    : ", shares of " + CountedNounFormatter.countText(node.withheldDevices(), "GPU");
            findings.addEvidence(new EvidenceKey(AlertSignal.UNHEALTHY_DEVICES, "", ""),
                    withheldEvidence(node, String.join(", ", withheld) + " cannot be handed out" + shares));
        }
        OngoingNodeChange.of(node.info().nodeSummary())
                .ifPresent(change -> findings.addEvidence(new UnhealthyObjectEvidence(AlertOrFindingSeverity.INFO,
                        "A planned change is under way: %s, %s".formatted(change.title(), change.phase()),
                        "GPUs may be missing until it ends.", "node labels", null)));
        if (node.state() == GpuNodeState.NOT_OFFERED) {
            findings.addEvidence(new EvidenceKey(AlertSignal.GPUS_NOT_OFFERED, "", ""),
                    new UnhealthyObjectEvidence(AlertOrFindingSeverity.WARNING,
                            "GPUs are in the machine and not offered",
                            "Look at driver, toolkit and device plugin.", "node labels", null));
        }
        judgeCordon(node, findings);
    }

    private static void judgeCordon(GpuNode node, HealthReportBuilder findings) {
        if (node.isCordoned()) {
            var owner = CordonOwnerCatalog.standard().findOwner(node.info().nodeSummary());
            findings.addEvidence(new UnhealthyObjectEvidence(AlertOrFindingSeverity.INFO,
                    "The node is cordoned%s: no new pod comes here"
                            .formatted(owner.map(each -> " " + each.byline()).orElse("")),
                    owner.map(CordonOwner::reopens).orElse(""), owner.map(CordonOwner::marker).orElse(SERVER), null));
        }
    }
}
