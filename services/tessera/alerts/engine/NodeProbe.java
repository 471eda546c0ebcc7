package tessera.alerts.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.Severity;
import tessera.alerts.Signal;
import tessera.alerts.Subject;
import tessera.alerts.Xids;
import tessera.insight.GpuNode;
import tessera.insight.node.CordonOwners;
import tessera.insight.node.NodeFault;
import tessera.insight.node.NodeFaultCatalog;
import tessera.insight.node.OngoingChange;
import tessera.insight.node.OngoingChange.Kind;
import tessera.model.Condition;
import tessera.model.MigLabels;
import tessera.model.PodFacts;
import tessera.model.PodPhase;
import tessera.model.PodSight;
import tessera.model.ResourceUse;
import tessera.model.Snapshot;

/** Judges a node by what the API server says of it. Asked only while that is the present. */
final class NodeProbe {

    private final Ledger ledger;
    private final Xids xids;

    NodeProbe(Ledger ledger, Xids xids) {
        this.ledger = ledger;
        this.xids = xids;
    }

    void judge(AlertRules rules, GpuNode node, Snapshot snapshot, Instant now) {
        var name = node.name();
        var ready = node.info().facts().condition("Ready");
        condition(rules.of(Signal.NODE_NOT_READY), name, node.state() == GpuNode.State.NOT_READY, now,
                said(name + " has not been ready", ready, snapshot, now));
        condition(rules.of(Signal.NODE_UNREACHABLE), name, node.state() == GpuNode.State.UNREACHABLE, now,
                said(name + " has not been reachable", ready, snapshot, now));
        condition(rules.of(Signal.GPUS_NOT_OFFERED), name, node.state() == GpuNode.State.NOT_OFFERED, now,
                Case.lasting("The GPUs of %s have not been offered to the scheduler".formatted(name)));
        var mig = node.info().facts().label(MigLabels.STATE);
        var change = OngoingChange.of(node.info().facts());
        boolean cuts = change.filter(each -> each.kind() == Kind.MIG).isPresent();
        condition(rules.of(Signal.MIG_CHANGE_PENDING), name, cuts, now,
                Case.lasting("The MIG change of %s has been %s".formatted(name, mig)));
        condition(rules.of(Signal.CHANGE_PENDING), name, change.isPresent() && !cuts, now,
                Case.lasting(change.map(each -> "The %s of %s has been at “%s”".formatted(each.title(), name,
                        each.phase())).orElse("")));
        condition(rules.of(Signal.MIG_CHANGE_FAILED), name, mig.equals("failed"), now,
                Case.event("The MIG change of %s failed".formatted(name)));
        withheld(rules, node, now);
        components(rules, node, snapshot.podSight(), now);
        for (var fault : node.faults()) {
            rules.of(Signal.NODE_CONDITION).forEach(rule -> ledger.report(rule,
                    Subject.node(name).part(fault.sign()), Verdict.WRONG, now,
                    () -> reported(node, fault).began(began(fault.since(), snapshot, now))));
        }
    }

    /** Where the reporter names an XID, what this means and asks for says more than the name of its condition. */
    private Case reported(GpuNode node, NodeFault fault) {
        // Whoever closed the node repairs it, too, and opens it again.
        boolean repaired = CordonOwners.standard().of(node.info().facts()).isPresent();
        var known = fault.xids().stream().map(xids::of).toList();
        var evidence = Stream.concat(
                known.isEmpty() ? Stream.of(fault.meaning())
                        : known.stream().map(xid -> "%s: %s".formatted(xid.name(), xid.meaning())),
                fault.words().stream()).filter(text -> !text.isBlank()).toList();
        return Case.lasting("%s has reported %s".formatted(node.name(), fault.sign())).evidence(evidence)
                .severity(Severity.valueOf(fault.level().name()))
                .advice(known.size() == 1 && !repaired ? known.getFirst().advice() : fault.remedy());
    }

    private void condition(List<AlertRule> rules, String node, boolean holds, Instant now, Case found) {
        rules.forEach(rule -> ledger.report(rule, Subject.node(node),
                holds ? Verdict.WRONG : Verdict.RIGHT, now, () -> found));
    }

    private static Case said(String sentence, Optional<Condition> condition, Snapshot snapshot, Instant now) {
        return Case.lasting(sentence).evidence(words(condition))
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
        for (var rule : rules.of(Signal.UNHEALTHY_DEVICES)) {
            var limit = rule.limit();
            if (limit != null) {
                ledger.report(rule, Subject.node(node.name()), LevelProbe.verdict(limit, number), now,
                        () -> Case.lasting(what.formatted(node.name())).measured(number, limit.threshold())
                                .evidence(evidence).advice(NodeFaultCatalog.standard().withheldRemedy(node.vendor(),
                                        node.sharing()).orElse(rule.advice())));
            }
        }
    }

    /** Pods on a node that is itself not well fail as a consequence: of them nothing is said. */
    private void components(AlertRules rules, GpuNode node, PodSight sight, Instant now) {
        boolean judged = sight != PodSight.NONE && !node.lost() && !node.changing();
        var down = new ArrayList<PodFacts>();
        for (var component : rules.components()) {
            node.info().pods().stream().filter(pod -> component.equals(pod.labels().get("app")) && !runs(pod))
                    .forEach(down::add);
        }
        for (AlertRule rule : rules.of(Signal.OPERATOR_COMPONENT_DOWN)) {
            var verdict = !judged ? Verdict.UNKNOWN : down.isEmpty() ? Verdict.RIGHT : Verdict.WRONG;
            ledger.report(rule, Subject.node(node.name()), verdict, now, () -> down(node.name(), down));
        }
    }

    /** A pod that is being deleted has a successor that will be judged. */
    private static boolean runs(PodFacts pod) {
        return pod.deleting() != null || (pod.phase() == PodPhase.RUNNING && pod.ready() == pod.total());
    }

    private static Case down(String node, List<PodFacts> pods) {
        var first = pods.getFirst();
        return Case.lasting("%s has not been running on %s".formatted(first.labels().get("app"), node))
                .evidence(pods.stream().map(pod -> "%s: %s, %d of %d containers ready".formatted(pod.key(),
                        pod.status(), pod.ready(), pod.total())).toList())
                .holders(pods.stream().map(PodFacts::key).toList());
    }
}
