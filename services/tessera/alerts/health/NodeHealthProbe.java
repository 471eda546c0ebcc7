package tessera.alerts.health;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertSignal;
import tessera.alerts.Severity;
import tessera.alerts.health.HealthBuilder.EvidenceKey;
import tessera.insight.GpuNode;
import tessera.insight.node.CordonOwner;
import tessera.insight.node.CordonOwners;
import tessera.insight.node.NodeFault;
import tessera.insight.node.NodeFaultCatalog;
import tessera.insight.node.OngoingChange;
import tessera.model.Condition;
import tessera.model.NodeInfo;
import tessera.model.Plurals;
import tessera.model.Snapshot;

/** Judges a node by its object in the API server. */
record NodeHealthProbe(Snapshot snapshot, Instant now) {

    private static final Set<String> PRESSURES = Set.of("MemoryPressure", "DiskPressure", "PIDPressure",
            "NetworkUnavailable");
    private static final NodeFaultCatalog FAULTS = NodeFaultCatalog.standard();
    private static final String SERVER = "the API server";

    void judgeConditions(NodeInfo node, HealthBuilder findings) {
        var well = new ArrayList<String>();
        boolean monitored = false;
        for (var condition : node.facts().conditions()) {
            boolean plain = condition.type().equals("Ready") || PRESSURES.contains(condition.type());
            monitored |= !plain;
            if (condition.type().equals("Ready") && !condition.isTrue()) {
                boolean silent = condition.status().equals("Unknown");
                findings.addEvidence(
                        new EvidenceKey(silent ? AlertSignal.NODE_UNREACHABLE : AlertSignal.NODE_NOT_READY, "", ""),
                        conditionEvidence(Severity.CRITICAL, silent ? "The kubelet does not report any more"
                                : "The node is not ready", condition));
            } else if (FAULTS.faultOf(condition).isPresent()) {
                FAULTS.faultOf(condition).ifPresent(fault -> addFault(fault, findings));
            } else if (condition.status().equals("Unknown")) {
                findings.addUnchecked(
                        "%s: its state is unknown%s".formatted(condition.type(), conditionText(": ", condition)));
            } else if (!plain || condition.type().equals("Ready") || !condition.isTrue()) {
                well.add(condition.type());
            } else {
                findings.addEvidence(
                        conditionEvidence(Severity.WARNING, "The node reports " + condition.type(), condition));
            }
        }
        FAULTS.marksOf(node.facts()).forEach(fault -> addFault(fault, findings));
        if (!well.isEmpty()) {
            findings.addChecked("%d node conditions: %s".formatted(well.size(), String.join(", ", well)), SERVER);
        }
        if (!monitored) {
            findings.addUnchecked("Faults in the node’s log: no monitor, such as node-problem-detector or NVSentinel,"
                    + " sets a condition here");
        }
    }

    private void addFault(NodeFault fault, HealthBuilder findings) {
        findings.addEvidence(new EvidenceKey(AlertSignal.NODE_CONDITION, "", fault.sign()),
                new HealthEvidence(Severity.valueOf(fault.level().name()),
                        fault.inverted() ? "%s is %s".formatted(fault.sign(), fault.status())
                                : "The node reports " + fault.sign(),
                        Stream.concat(Stream.of(fault.meaning()), Stream.of(String.join(": ", fault.details())))
                                .filter(text -> !text.isBlank()).collect(Collectors.joining(" ")),
                        "node condition", toLocalTime(fault.since())));
    }

    private HealthEvidence conditionEvidence(Severity severity, String sentence, Condition condition) {
        return new HealthEvidence(severity, sentence,
                Stream.of(condition.reason(), condition.message()).filter(text -> !text.isBlank())
                        .collect(Collectors.joining(": ")),
                "node condition", toLocalTime(condition.since()));
    }

    private static String conditionText(String before, Condition condition) {
        return condition.message().isBlank() ? "" : before + condition.message();
    }

    /** Converts a moment of the server's clock to this machine's. */
    private @Nullable Instant toLocalTime(@Nullable Instant there) {
        return there == null ? null : now.minus(snapshot.ageOf(there, now));
    }

    private static HealthEvidence withheldEvidence(GpuNode node, String headline) {
        return node.isClaimsOnly() ? new HealthEvidence(Severity.CRITICAL, headline,
                "Taints of the devices keep claims from them, or their pool is incomplete.", "ResourceSlices", null)
                : new HealthEvidence(Severity.CRITICAL, headline,
                        "The device plugin calls them unhealthy, so the scheduler gives them to no pod.",
                        "allocatable is below capacity", null);
    }

    void judgeCapacity(GpuNode node, HealthBuilder findings) {
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
                findings.addEvidence(new HealthEvidence(Severity.WARNING,
                        "%d more %s held than offered".formatted(use.overcommitted(), use.resource()),
                        "Devices were lost, or shares reduced, under running pods.", "requests of pods", null));
            }
        }
        if (!withheld.isEmpty()) {
            findings.addEvidence(new EvidenceKey(AlertSignal.UNHEALTHY_DEVICES, "", ""),
                    withheldEvidence(node, String.join(", ", withheld) + " cannot be handed out"
                            + (node.sharingStrategy().isEmpty() ? ""
                                    : ", shares of " + Plurals.countText(node.withheldDevices(), "GPU"))));
        }
        OngoingChange.of(node.info().facts()).ifPresent(change -> findings.addEvidence(new HealthEvidence(Severity.INFO,
                "A planned change is under way: %s, %s".formatted(change.title(), change.phase()),
                "GPUs may be missing until it ends.", "node labels", null)));
        if (node.state() == GpuNode.State.NOT_OFFERED) {
            findings.addEvidence(new EvidenceKey(AlertSignal.GPUS_NOT_OFFERED, "", ""),
                    new HealthEvidence(Severity.WARNING,
                            "GPUs are in the machine and not offered", "Look at driver, toolkit and device plugin.",
                            "node labels", null));
        }
        if (node.isCordoned()) {
            var owner = CordonOwners.standard().findOwner(node.info().facts());
            findings.addEvidence(new HealthEvidence(Severity.INFO, "The node is cordoned%s: no new pod comes here"
                    .formatted(owner.map(each -> " " + each.byline()).orElse("")),
                    owner.map(CordonOwner::reopens).orElse(""), owner.map(CordonOwner::sign).orElse(SERVER), null));
        }
    }
}
