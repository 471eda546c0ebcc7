package tessera.alerts.engine;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.Signal;
import tessera.alerts.Subject;
import tessera.insight.GpuNode;
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

    NodeProbe(Ledger ledger) {
        this.ledger = ledger;
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
        condition(rules.of(Signal.MIG_CHANGE_PENDING), name, mig.equals("pending") || mig.equals("rebooting"), now,
                Case.lasting("The MIG change of %s has been %s".formatted(name, mig)));
        condition(rules.of(Signal.MIG_CHANGE_FAILED), name, mig.equals("failed"), now,
                Case.event("The MIG change of %s failed".formatted(name)));
        withheld(rules, node, now);
        components(rules, node, snapshot.podSight(), now);
        for (var condition : node.info().facts().conditions()) {
            if (rules.faults().fault(condition)) {
                var found = said("%s has reported %s".formatted(name, condition.type()), Optional.of(condition),
                        snapshot, now);
                rules.of(Signal.NODE_CONDITION).forEach(rule -> ledger.report(rule,
                        Subject.node(name).part(condition.type()), Verdict.WRONG, now, () -> found));
            }
        }
    }

    /** How many devices of a node are counted and not handed out. */
    static long withheld(GpuNode node) {
        return node.uses().stream().mapToLong(ResourceUse::unhealthy).sum();
    }

    private void condition(List<AlertRule> rules, String node, boolean holds, Instant now, Case found) {
        rules.forEach(rule -> ledger.report(rule, Subject.node(node),
                holds ? Verdict.WRONG : Verdict.RIGHT, now, () -> found));
    }

    private static Case said(String sentence, Optional<Condition> condition, Snapshot snapshot, Instant now) {
        return Case.lasting(sentence).evidence(words(condition)).began(began(condition, snapshot, now));
    }

    private static @Nullable Instant began(Optional<Condition> condition, Snapshot snapshot, Instant now) {
        var since = condition.map(Condition::since).orElse(null);
        return since == null ? null : now.minus(snapshot.age(since, now));
    }

    private static List<String> words(Optional<Condition> condition) {
        return condition.stream().flatMap(said -> List.of(said.reason(), said.message()).stream())
                .filter(text -> !text.isBlank()).toList();
    }

    private void withheld(AlertRules rules, GpuNode node, Instant now) {
        long count = withheld(node);
        double number = (double) count;
        var what = count == 1 ? "1 device of %s has" : count + " devices of %s have";
        for (var rule : rules.of(Signal.UNHEALTHY_DEVICES)) {
            var limit = rule.limit();
            if (limit != null) {
                ledger.report(rule, Subject.node(node.name()), LevelProbe.verdict(limit, number), now,
                        () -> Case.lasting((what + " been withheld from the scheduler").formatted(node.name()))
                                .measured(number, limit.threshold()));
            }
        }
    }

    /** Pods on a node that is itself not well fail as a consequence: of them nothing is said. */
    private void components(AlertRules rules, GpuNode node, PodSight sight, Instant now) {
        boolean judged = sight != PodSight.NONE && !node.lost();
        var down = new ArrayList<PodFacts>();
        for (var component : rules.faults().components()) {
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
