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
import tessera.gpu.health.CordonOwner;
import tessera.gpu.health.CordonOwnerCatalog;
import tessera.gpu.health.NodeFault;
import tessera.gpu.health.NodeFaultSignalCatalog;
import tessera.gpu.health.OngoingNodeChange;
import tessera.model.ClusterSnapshot;
import tessera.model.NodeWithBoundPods;
import tessera.model.StatusCondition;
import tessera.text.MessageCatalog;

/** Judges a node by its object in the API server. */
record NodeHealthEvaluator(ClusterSnapshot snapshot, Instant now) {

    private static final Set<String> PRESSURES = Set.of("MemoryPressure", "DiskPressure", "PIDPressure",
            "NetworkUnavailable");
    private static final NodeFaultSignalCatalog FAULTS = NodeFaultSignalCatalog.standard();
    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeHealthEvaluator.class);

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
                                silent ? new HealthReason.NodeKubeletSilent() : new HealthReason.NodeReportsNotReady(),
                                statusCondition));
            } else if (FAULTS.faultOf(statusCondition).isPresent()) {
                FAULTS.faultOf(statusCondition).ifPresent(fault -> addFault(fault, findings));
            } else if (statusCondition.status().equals("Unknown")) {
                findings.addUnchecked(MESSAGES.text("unchecked.condition", statusCondition.type(),
                        statusCondition.message().strip()));
            } else if (!plain || statusCondition.type().equals("Ready") || !statusCondition.isTrue()) {
                well.add(statusCondition.type());
            } else {
                findings.addEvidence(conditionEvidence(AlertOrFindingSeverity.WARNING,
                        new HealthReason.NodePressureReported(statusCondition.type()), statusCondition));
            }
        }
        FAULTS.marksOf(node.nodeSummary()).forEach(fault -> addFault(fault, findings));
        if (!well.isEmpty()) {
            findings.addChecked(MESSAGES.text("check.conditions", well.size(), String.join(", ", well)),
                    MESSAGES.text("source.server"));
        }
        if (!monitored) {
            findings.addUnchecked(MESSAGES.text("unchecked.node-log"));
        }
    }

    private void addFault(NodeFault fault, HealthReportBuilder findings) {
        findings.addEvidence(new EvidenceKey(AlertSignal.NODE_CONDITION, "", fault.signal()),
                new UnhealthyObjectEvidence(AlertOrFindingSeverity.valueOf(fault.level().name()),
                        new HealthReason.NodeFaultCondition(fault.signal(), fault.status(), fault.inverted()).text(),
                        Stream.concat(Stream.of(fault.meaning()), Stream.of(String.join(": ", fault.details())))
                                .filter(text -> !text.isBlank()).collect(Collectors.joining(" ")),
                        MESSAGES.text("source.condition"), toLocalTime(fault.since())));
    }

    private UnhealthyObjectEvidence conditionEvidence(AlertOrFindingSeverity alertOrFindingSeverity,
            HealthReason reason, StatusCondition statusCondition) {
        return new UnhealthyObjectEvidence(alertOrFindingSeverity, reason.text(),
                Stream.of(statusCondition.reason(), statusCondition.message()).filter(text -> !text.isBlank())
                        .collect(Collectors.joining(": ")),
                MESSAGES.text("source.condition"), toLocalTime(statusCondition.since()));
    }

    /** Converts a moment of the server's clock to this machine's. */
    private @Nullable Instant toLocalTime(@Nullable Instant there) {
        return there == null ? null : now.minus(snapshot.ageOf(there, now));
    }

    void judgeCapacity(GpuNode node, HealthReportBuilder findings) {
        if (node.isLost()) {
            findings.addUnchecked(MESSAGES.text("unchecked.allocatable"));
            return;
        }
        var withheld = new ArrayList<String>();
        for (var use : node.uses()) {
            if (use.unhealthy() > 0 && node.withheldDevices() > 0 && !node.isChanging()) {
                withheld.add(MESSAGES.text("withheld.amount", use.unhealthy(), use.capacity(), use.resource()));
            } else if (use.allocatable() > 0) {
                findings.addChecked(MESSAGES.text("check.allocatable", use.allocatable(), use.resource()),
                        MESSAGES.text("source.server"));
            }
            if (use.overcommitted() > 0) {
                findings.addEvidence(new UnhealthyObjectEvidence(AlertOrFindingSeverity.WARNING,
                        new HealthReason.NodeOvercommitted(use.overcommitted(), use.resource()),
                        MESSAGES.text("source.requests")));
            }
        }
        if (!withheld.isEmpty()) {
            findings.addEvidence(new EvidenceKey(AlertSignal.UNHEALTHY_DEVICES, "", ""),
                    new UnhealthyObjectEvidence(AlertOrFindingSeverity.CRITICAL,
                            new HealthReason.NodeDevicesWithheld(withheld,
                                    node.sharingStrategy().isEmpty() ? 0 : node.withheldDevices(), node.isClaimsOnly()),
                            MESSAGES.text(node.isClaimsOnly() ? "source.slices" : "source.allocatable")));
        }
        OngoingNodeChange.of(node.info().nodeSummary())
                .ifPresent(change -> findings.addEvidence(new UnhealthyObjectEvidence(AlertOrFindingSeverity.INFO,
                        new HealthReason.PlannedNodeChange(change.title(), change.phase()),
                        MESSAGES.text("source.labels"))));
        if (node.lacksAdvertisedGpus()) {
            boolean known = node.info().devices().slicesKnown();
            findings.addEvidence(new EvidenceKey(AlertSignal.GPUS_NOT_OFFERED, "", ""),
                    new UnhealthyObjectEvidence(known ? AlertOrFindingSeverity.WARNING : AlertOrFindingSeverity.INFO,
                            new HealthReason.NodeGpusNotAdvertised(known), MESSAGES.text("source.labels")));
        }
        judgeCordon(node, findings);
    }

    private static void judgeCordon(GpuNode node, HealthReportBuilder findings) {
        if (node.isCordoned()) {
            var owner = CordonOwnerCatalog.standard().findOwner(node.info().nodeSummary());
            findings.addEvidence(new UnhealthyObjectEvidence(AlertOrFindingSeverity.INFO,
                    new HealthReason.NodeCordoned(owner.map(CordonOwner::byline).orElse("")).text(),
                    owner.map(CordonOwner::reopens).orElse(""),
                    owner.map(CordonOwner::marker).orElseGet(() -> MESSAGES.text("source.server")), null));
        }
    }
}
