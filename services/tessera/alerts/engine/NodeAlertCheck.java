package tessera.alerts.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.alerts.XidCatalog;
import tessera.gpu.GpuNode;
import tessera.gpu.GpuNodeState;
import tessera.gpu.health.CordonOwnerCatalog;
import tessera.gpu.health.NodeFault;
import tessera.gpu.health.NodeFaultSignalCatalog;
import tessera.gpu.health.OngoingNodeChange;
import tessera.gpu.health.OngoingNodeChange.NodeChangeType;
import tessera.model.ClusterSnapshot;
import tessera.model.MigNodeLabels;
import tessera.model.NodeResourceUse;
import tessera.model.PodListCompleteness;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.StatusCondition;
import tessera.text.MessageCatalog;

/** Judges a node by its object in the API server and its pods. Asked only while that is the present. */
final class NodeAlertCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeAlertCheck.class);
    /** Actions that NVSentinel may recommend. */
    private static final Set<String> ACTIONS = Set.of("COMPONENT_RESET", "RESTART_VM", "RESTART_BM", "REPLACE_VM",
            "CONTACT_SUPPORT");

    private final AlertRegistry registry;
    private final XidCatalog xids;

    NodeAlertCheck(AlertRegistry registry, XidCatalog xids) {
        this.registry = registry;
        this.xids = xids;
    }

    void judge(AlertRules rules, GpuNode node, ClusterSnapshot clusterSnapshot, Instant now) {
        var name = node.name();
        var ready = node.info().nodeSummary().findCondition("Ready");
        reportCondition(rules.rulesFor(AlertSignal.NODE_NOT_READY), name, node.state() == GpuNodeState.NOT_READY, now,
                conditionCase(new AlertReason.NodeNotReady(name), ready, clusterSnapshot, now));
        reportCondition(rules.rulesFor(AlertSignal.NODE_UNREACHABLE), name, node.state() == GpuNodeState.UNREACHABLE,
                now, conditionCase(new AlertReason.NodeUnreachable(name), ready, clusterSnapshot, now));
        reportCondition(rules.rulesFor(AlertSignal.GPUS_NOT_OFFERED), name, node.lacksAdvertisedGpus(), now,
                notAdvertisedCase(name, node.info().devices().slicesKnown()));
        var mig = node.info().nodeSummary().label(MigNodeLabels.STATE);
        var written = beganAt(node.info().nodeSummary().migWritten(), clusterSnapshot, now);
        var change = OngoingNodeChange.of(node.info().nodeSummary());
        boolean cuts = change.filter(each -> each.kind() == NodeChangeType.MIG).isPresent();
        reportCondition(rules.rulesFor(AlertSignal.MIG_CHANGE_PENDING), name, cuts, now,
                AlertDetails.forOngoing(new AlertReason.MigChangePending(name, mig)).withBeginning(written));
        change.ifPresentOrElse(
                each -> reportCondition(rules.rulesFor(AlertSignal.CHANGE_PENDING), name, !cuts, now,
                        AlertDetails.forOngoing(new AlertReason.NodeChangePending(name, each.title(), each.phase()))),
                () -> reportCondition(rules.rulesFor(AlertSignal.CHANGE_PENDING), name, false, now,
                        AlertDetails.forOngoing(new AlertReason.NodeChangePending(name, "", ""))));
        reportCondition(rules.rulesFor(AlertSignal.MIG_CHANGE_FAILED), name, mig.equals("failed"), now,
                AlertDetails.forEvent(new AlertReason.MigLayoutChangeFailed(name)).withBeginning(written));
        judgeWithheldDevices(rules, node, now);
        judgeComponents(rules, node, clusterSnapshot.podVisibility(), now);
        for (var fault : node.faults()) {
            for (var rule : rules.rulesFor(AlertSignal.NODE_CONDITION)) {
                registry.report(rule, AlertSubject.forNode(name).withPart(fault.signal()), AlertRuleResult.WRONG, now,
                        () -> nodeFaultCase(node, fault).withBeginning(beganAt(fault.since(), clusterSnapshot, now)));
            }
        }
    }

    private static AlertDetails notAdvertisedCase(String name, boolean slicesKnown) {
        var details = AlertDetails.forOngoing(new AlertReason.GpusNotAdvertised(name, slicesKnown));
        return slicesKnown ? details
                : details.withSeverity(AlertOrFindingSeverity.INFO).withRemedy(MESSAGES.text("slices.unread"));
    }

    /** Returns the case of a reported node fault; where it names an XID, with the meaning and remedy of that. */
    private AlertDetails nodeFaultCase(GpuNode node, NodeFault fault) {
        // Whoever closed the node repairs it, too, and opens it again.
        boolean repaired = CordonOwnerCatalog.standard().findOwner(node.info().nodeSummary()).isPresent();
        var known = fault.xids().stream().map(xids::forCode).toList();
        var evidence = Stream.concat(
                known.isEmpty() ? Stream.of(fault.meaning())
                        : known.stream().map(xid -> "%s: %s".formatted(xid.displayName(), xid.meaning())),
                fault.reportText().stream()).filter(text -> !text.isBlank()).toList();
        return faultCase(node.name(), fault).withEvidence(evidence)
                .withSeverity(AlertOrFindingSeverity.valueOf(fault.level().name()))
                .withRemedy(fault.recommendedAction().flatMap(NodeAlertCheck::recommendationText)
                        .orElse(known.size() == 1 && !repaired ? known.getFirst().remedy() : fault.remedy()));
    }

    /** Returns what NVSentinel recommends, and who does it; empty for an action that it does not define. */
    private static Optional<String> recommendationText(String action) {
        return ACTIONS.contains(action) ? Optional.of(MESSAGES.text("nvsentinel.recommends", action, action))
                : Optional.empty();
    }

    /** A status that is not True is told with the reporter's message, as the condition's name says that all is well. */
    private static AlertDetails faultCase(String node, NodeFault fault) {
        if (fault.inverted()) {
            return AlertDetails.forEvent(new AlertReason.NodeConditionNotTrue(node, fault.signal(), fault.status(),
                    fault.details().isEmpty() ? "" : fault.details().getLast()));
        }
        return AlertDetails
                .forOngoing(new AlertReason.NodeFaultReported(node, fault.label(), fault.status().isEmpty()));
    }

    private void reportCondition(List<AlertRule> rules, String node, boolean holds, Instant now, AlertDetails details) {
        for (var rule : rules) {
            registry.report(rule, AlertSubject.forNode(node), holds ? AlertRuleResult.WRONG : AlertRuleResult.RIGHT,
                    now, () -> details);
        }
    }

    private static AlertDetails conditionCase(AlertReason reason, Optional<StatusCondition> condition,
            ClusterSnapshot clusterSnapshot, Instant now) {
        return AlertDetails.forOngoing(reason).withEvidence(conditionMessages(condition))
                .withBeginning(beganAt(condition.map(StatusCondition::since).orElse(null), clusterSnapshot, now));
    }

    private static @Nullable Instant beganAt(@Nullable Instant since, ClusterSnapshot clusterSnapshot, Instant now) {
        return since == null ? null : now.minus(clusterSnapshot.ageOf(since, now));
    }

    private static List<String> conditionMessages(Optional<StatusCondition> condition) {
        return condition.stream()
                .flatMap(statusCondition -> List.of(statusCondition.reason(), statusCondition.message()).stream())
                .filter(text -> !text.isBlank()).toList();
    }

    private void judgeWithheldDevices(AlertRules rules, GpuNode node, Instant now) {
        // During a planned change devices are missing, and none is unhealthy.
        long count = node.isChanging() ? 0 : node.withheldDevices();
        long units = node.uses().stream().mapToLong(NodeResourceUse::unhealthy).sum();
        double number = (double) count;
        var reason = new AlertReason.DevicesWithheld(node.name(), count,
                node.isClaimsOnly() || units == count ? 0 : units);
        var evidence = node.registeredUnhealthy().stream()
                .map(board -> MESSAGES.text("fact.registered-unhealthy", board)).toList();
        for (var rule : rules.rulesFor(AlertSignal.UNHEALTHY_DEVICES)) {
            var limit = rule.limit();
            if (limit != null) {
                registry.report(rule, AlertSubject.forNode(node.name()), ThresholdAlertCheck.verdictOf(limit, number),
                        now,
                        () -> AlertDetails.forOngoing(reason).withMeasure(number, limit.threshold())
                                .withEvidence(evidence).withRemedy(NodeFaultSignalCatalog.standard()
                                        .withheldRemedy(node.vendor(), node.sharingStrategy()).orElse(rule.remedy())));
            }
        }
    }

    /** Judges the operator's pods on a node; skipped where the node itself is unwell, as their failures follow from that. */
    private void judgeComponents(AlertRules rules, GpuNode node, PodListCompleteness visibility, Instant now) {
        boolean judged = visibility != PodListCompleteness.NONE && !node.isLost() && !node.isChanging();
        var down = new ArrayList<PodSummary>();
        for (var component : rules.operatorComponents()) {
            node.info().pods().stream().filter(pod -> component.equals(pod.labels().get("app")) && !isRunning(pod))
                    .forEach(down::add);
        }
        for (AlertRule rule : rules.rulesFor(AlertSignal.OPERATOR_COMPONENT_DOWN)) {
            AlertRuleResult result;
            if (!judged) {
                result = AlertRuleResult.UNKNOWN;
            } else if (down.isEmpty()) {
                result = AlertRuleResult.RIGHT;
            } else {
                result = AlertRuleResult.WRONG;
            }
            registry.report(rule, AlertSubject.forNode(node.name()), result, now,
                    () -> componentsDownCase(node.name(), down));
        }
    }

    /** Returns whether a pod runs; one being deleted counts as such, as its successor will be judged. */
    private static boolean isRunning(PodSummary pod) {
        return pod.deleting() != null || (pod.phase() == PodPhase.RUNNING && pod.ready() == pod.total());
    }

    private static AlertDetails componentsDownCase(String node, List<PodSummary> pods) {
        var first = pods.getFirst();
        return AlertDetails
                .forOngoing(new AlertReason.OperatorComponentDown(first.labels().getOrDefault("app", ""), node))
                .withEvidence(
                        pods.stream()
                                .map(pod -> MESSAGES.text("fact.containers-ready", pod.key(), pod.status(), pod.ready(),
                                        pod.total()))
                                .toList())
                .withHolders(pods.stream().map(PodSummary::key).toList());
    }
}
