package tessera.alerts.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.alerts.Severity;
import tessera.alerts.XidCatalog;
import tessera.insight.GpuNode;
import tessera.insight.node.CordonOwners;
import tessera.insight.node.NodeFault;
import tessera.insight.node.NodeFaultCatalog;
import tessera.insight.node.OngoingChange;
import tessera.insight.node.OngoingChange.ChangeType;
import tessera.model.Condition;
import tessera.model.MigLabels;
import tessera.model.PodFacts;
import tessera.model.PodPhase;
import tessera.model.PodVisibility;
import tessera.model.ResourceUse;
import tessera.model.Snapshot;

/** Judges a node by what the API server says of it. Asked only while that is the present. */
final class NodeProbe {

    private final AlertLedger ledger;
    private final XidCatalog xids;

    NodeProbe(AlertLedger ledger, XidCatalog xids) {
        this.ledger = ledger;
        this.xids = xids;
    }

    void judge(AlertRules rules, GpuNode node, Snapshot snapshot, Instant now) {
        var name = node.name();
        var ready = node.info().facts().condition("Ready");
        condition(rules.of(AlertSignal.NODE_NOT_READY), name, node.state() == GpuNode.State.NOT_READY, now,
                said(name + " has not been ready", ready, snapshot, now));
        condition(rules.of(AlertSignal.NODE_UNREACHABLE), name, node.state() == GpuNode.State.UNREACHABLE, now,
                said(name + " has not been reachable", ready, snapshot, now));
        condition(rules.of(AlertSignal.GPUS_NOT_OFFERED), name, node.state() == GpuNode.State.NOT_OFFERED, now,
                AlertCase.lasting("The GPUs of %s have not been offered to the scheduler".formatted(name)));
        var mig = node.info().facts().label(MigLabels.STATE);
        var written = began(node.info().facts().migWritten(), snapshot, now);
        var change = OngoingChange.of(node.info().facts());
        boolean cuts = change.filter(each -> each.kind() == ChangeType.MIG).isPresent();
        condition(rules.of(AlertSignal.MIG_CHANGE_PENDING), name, cuts, now,
                AlertCase.lasting("The MIG change of %s has been %s".formatted(name, mig)).began(written));
        condition(rules.of(AlertSignal.CHANGE_PENDING), name, change.isPresent() && !cuts, now,
                AlertCase.lasting(change.map(each -> "The %s of %s has been at “%s”".formatted(each.title(), name,
                        each.phase())).orElse("")));
        condition(rules.of(AlertSignal.MIG_CHANGE_FAILED), name, mig.equals("failed"), now,
                AlertCase.event("The MIG change of %s failed".formatted(name)).began(written));
        withheld(rules, node, now);
        components(rules, node, snapshot.podSight(), now);
        for (var fault : node.faults()) {
            rules.of(AlertSignal.NODE_CONDITION).forEach(rule -> ledger.report(rule,
                    AlertSubject.node(name).part(fault.sign()), RuleVerdict.WRONG, now,
                    () -> reported(node, fault).began(began(fault.since(), snapshot, now))));
        }
    }

    /** Where the reporter names an XID, what this means and asks for says more than the name of its condition. */
    private AlertCase reported(GpuNode node, NodeFault fault) {
        // Whoever closed the node repairs it, too, and opens it again.
        boolean repaired = CordonOwners.standard().of(node.info().facts()).isPresent();
        var known = fault.xids().stream().map(xids::of).toList();
        var evidence = Stream.concat(
                known.isEmpty() ? Stream.of(fault.meaning())
                        : known.stream().map(xid -> "%s: %s".formatted(xid.name(), xid.meaning())),
                fault.words().stream()).filter(text -> !text.isBlank()).toList();
        return told(node.name(), fault).evidence(evidence)
                .severity(Severity.valueOf(fault.level().name()))
                .advice(known.size() == 1 && !repaired ? known.getFirst().advice() : fault.remedy());
    }

    /** A status that is not True is told with the reporter's message, as the condition's name says that all is well. */
    private static AlertCase told(String node, NodeFault fault) {
        if (fault.inverted()) {
            return AlertCase.event(Stream.concat(Stream.of("%s: %s is %s".formatted(node, fault.sign(),
                    fault.status())), fault.words().reversed().stream().limit(1))
                    .collect(Collectors.joining(": ")));
        }
        return AlertCase.lasting((fault.status().isEmpty() ? "%s has been marked %s" : "%s has reported %s")
                .formatted(node, fault.label()));
    }

    private void condition(List<AlertRule> rules, String node, boolean holds, Instant now, AlertCase found) {
        rules.forEach(rule -> ledger.report(rule, AlertSubject.node(node),
                holds ? RuleVerdict.WRONG : RuleVerdict.RIGHT, now, () -> found));
    }

    private static AlertCase said(String sentence, Optional<Condition> condition, Snapshot snapshot, Instant now) {
        return AlertCase.lasting(sentence).evidence(words(condition))
                .began(began(condition.map(Condition::since).orElse(null), snapshot, now));
    }

    private static @Nullable Instant began(@Nullable Instant since, Snapshot snapshot, Instant now) {
        return since == null ? null : now.minus(snapshot.age(since, now));
    }

    private static List<String> words(Optional<Condition> condition) {
        return condition.stream().flatMap(said -> List.of(said.reason(), said.message()).stream())
                .filter(text -> !text.isBlank()).toList();
    }

    private void withheld(AlertRules rules, GpuNode node, Instant now) {
        // During a planned change devices are missing, and none is unhealthy.
        long count = node.changing() ? 0 : node.withheld();
        long units = node.uses().stream().mapToLong(ResourceUse::unhealthy).sum();
        double number = (double) count;
        var what = (count == 1 ? "1 device of %s has" : count + " devices of %s have")
                + " been withheld from the scheduler"
                + (node.byClaims() || units == count ? "" : " (%d shares)".formatted(units));
        var evidence = node.registeredUnhealthy().stream().map(board -> "registered as unhealthy: " + board).toList();
        for (var rule : rules.of(AlertSignal.UNHEALTHY_DEVICES)) {
            var limit = rule.limit();
            if (limit != null) {
                ledger.report(rule, AlertSubject.node(node.name()), LevelProbe.verdict(limit, number), now,
                        () -> AlertCase.lasting(what.formatted(node.name())).measured(number, limit.threshold())
                                .evidence(evidence).advice(NodeFaultCatalog.standard().withheldRemedy(node.vendor(),
                                        node.sharing()).orElse(rule.advice())));
            }
        }
    }

    /** Pods on a node that is itself not well fail as a consequence: of them nothing is said. */
    private void components(AlertRules rules, GpuNode node, PodVisibility sight, Instant now) {
        boolean judged = sight != PodVisibility.NONE && !node.lost() && !node.changing();
        var down = new ArrayList<PodFacts>();
        for (var component : rules.components()) {
            node.info().pods().stream().filter(pod -> component.equals(pod.labels().get("app")) && !runs(pod))
                    .forEach(down::add);
        }
        for (AlertRule rule : rules.of(AlertSignal.OPERATOR_COMPONENT_DOWN)) {
            var verdict = !judged ? RuleVerdict.UNKNOWN : down.isEmpty() ? RuleVerdict.RIGHT : RuleVerdict.WRONG;
            ledger.report(rule, AlertSubject.node(node.name()), verdict, now, () -> down(node.name(), down));
        }
    }

    /** A pod that is being deleted has a successor that will be judged. */
    private static boolean runs(PodFacts pod) {
        return pod.deleting() != null || (pod.phase() == PodPhase.RUNNING && pod.ready() == pod.total());
    }

    private static AlertCase down(String node, List<PodFacts> pods) {
        var first = pods.getFirst();
        return AlertCase.lasting("%s has not been running on %s".formatted(first.labels().get("app"), node))
                .evidence(pods.stream().map(pod -> "%s: %s, %d of %d containers ready".formatted(pod.key(),
                        pod.status(), pod.ready(), pod.total())).toList())
                .holders(pods.stream().map(PodFacts::key).toList());
    }
}
