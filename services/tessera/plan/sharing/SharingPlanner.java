package tessera.plan.sharing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.plan.context.NodeObject;
import tessera.plan.context.SharingSetup;
import tessera.plan.intent.ChangeSharing;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.GpuUseText;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlannedStep;
import tessera.sharing.SharingStrategy;

/**
 * Plans how GPUs are shared otherwise. Configurations are written first, then the operator or the device plugins are told
 * to read them, then nodes are labelled, and what comes of it is waited for node by node.
 */
final class SharingPlanner {

    private final ChangeSharing intent;
    private final SharingSurvey survey;
    private final NodeReconfigurations turns;
    private final SharingSteps make;
    private final List<PlannedStep> steps = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    private SharingPlanner(ChangeSharing intent, SharingSurvey survey, NodeReconfigurations turns) {
        this.intent = intent;
        this.survey = survey;
        this.turns = turns;
        make = new SharingSteps(survey, turns);
    }

    static ChangePlan plan(ChangeSharing intent, SharingSurvey survey, NodeReconfigurations turns) {
        return new SharingPlanner(intent, survey, turns).plan();
    }

    private ChangePlan plan() {
        var checks = new SharingChecks(intent, survey, turns);
        var refusals = checks.refusals();
        if (!refusals.isEmpty()) {
            return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, checks.doubts(), refusals, "");
        }
        var effects = new SharingEffects(survey, turns.turns()).effects();
        sequence();
        warnings.addAll(checks.doubts());
        survey.podGap().ifPresent(gap -> warnings.add("What pods select is not known: " + gap.sentence()));
        think();
        var unrequested = unrequested();
        if (!unrequested.isEmpty()) {
            warnings.add("The device plugin does not know of these pods and may hand their GPUs to others: "
                    + GpuUseText.list(unrequested));
        }
        boolean loses = !unrequested.isEmpty() || effects.offers().stream().anyMatch(offer -> offer.excess() > 0)
                || startsMps() || !effects.stranded().isEmpty();
        return new ChangePlan(intent, steps, steps.stream().map(SharingSteps::byHand).toList(), effects, warnings,
                refusals,
                loses ? confirmation() : "");
    }

    private List<String> unrequested() {
        return GpuUseText.unrequested(turns.turns().stream().map(NodeReconfiguration::node), survey.accelerators());
    }

    private String confirmation() {
        return turns.turns().stream().map(turn -> turn.after().key()).filter(key -> !key.isEmpty()).findFirst()
                .orElse("share");
    }

    private void sequence() {
        var texts = make.texts(intent.write());
        texts.ifPresent(steps::add);
        var told = make.told();
        told.ifPresent(steps::add);
        boolean rolls = told.isPresent() && !turns.after().told().map().isEmpty();
        boolean restarts = !rolls && texts.isPresent() && turns.turns().stream()
                .anyMatch(turn -> make.written(turn.after().key(), intent));
        if (restarts) {
            survey.setup().sets().forEach(set -> steps.add(make.restart(set)));
            keptLimits().ifPresent(warnings::add);
        }
        boolean renews = rolls || restarts || told.isPresent();
        if (renews) {
            warnings.add(
                    "The device plugins of all %d GPU nodes start anew, one after the other; a node offers no GPUs for "
                            .formatted(SharingSetup.gpuNodes(survey.snapshot()).size())
                            + "some seconds then, and pods that run keep theirs");
        }
        for (var turn : turns.turns()) {
            var node = survey.nodes().get(turn.node().name());
            if (turn.labels() && node != null) {
                label(turn, node, renews);
            }
        }
        for (var turn : turns.turns()) {
            if (!turn.node().facts().ready()) {
                warnings.add(turn.node().name() + " does not report: what it will offer is not waited for");
            } else if (!turn.offersNow()) {
                warnings.add(turn.node().name() + " offers no GPUs as it is: whether it will is not waited for");
            } else {
                steps.add(make.shared(turn, renews));
            }
        }
        make.forgotten(intent.forget()).ifPresent(steps::add);
    }

    /** The daemon of MPS reads configurations when it starts, too, and is not started anew: that would end every client of its node. */
    private Optional<String> keptLimits() {
        var nodes = turns.turns().stream()
                .filter(turn -> turn.shares().means() == SharingStrategy.MPS
                        && SharingEffects.now(turn, SharingStrategy.MPS)
                        && make.written(turn.after().key(), intent))
                .map(turn -> turn.node().name()).toList();
        return nodes.isEmpty() ? Optional.empty()
                : Optional.of(
                        "On %s the limits of MPS clients stay as they are until the pod of the MPS control daemon there is deleted, which ends every client of the node"
                                .formatted(String.join(", ", nodes)));
    }

    /** A plugin that does not know a configuration yet would end when it is told to take it. */
    private void label(NodeReconfiguration turn, NodeObject node, boolean renews) {
        if (renews && turn.node().facts().ready() && turn.offersNow()) {
            steps.add(make.renewed(turn.node()));
        }
        steps.add(make.label(turn, node));
    }

    private boolean startsMps() {
        return turns.turns().stream().anyMatch(turn -> turn.shares().means() == SharingStrategy.MPS
                && !SharingEffects.now(turn, SharingStrategy.MPS) && !turn.node().taken().isEmpty()
                && turn.node().pods().stream().anyMatch(pod -> pod.holdsResources()
                        && turn.advertised().resources().keySet().stream()
                                .anyMatch(name -> pod.requests().get(name) > 0)));
    }

    private void think() {
        var means = turns.turns().stream().filter(turn -> !SharingEffects.now(turn, turn.shares().means()))
                .filter(SharingEffects::divides).map(turn -> turn.shares().means()).distinct().toList();
        if (means.contains(SharingStrategy.TIME_SLICING)) {
            warnings.add(
                    "Shares by time-slicing have no memory of their own and no protection: each pod sees the whole "
                            + "GPU or MIG instance, and one that runs out of memory can end its neighbours");
        }
        warnings.addAll(SharingEffects.unshared(turns.turns()));
        if (means.contains(SharingStrategy.MPS)) {
            warnings.add(
                    "MPS takes its GPUs for itself: a pod that was not given a share can no longer begin work on them, "
                            + "and a fatal fault of one client ends all clients of that GPU");
        }
        boolean ungiven = turns.turns().stream().anyMatch(turn -> turn.shares().means() == SharingStrategy.TIME_SLICING
                && SharingEffects.divides(turn) && !turn.shares().onlyOne());
        if (ungiven) {
            warnings.add("A pod that asks for two shares may be given two of the same GPU: failRequestsGreaterThanOne "
                    + "refuses such pods");
        }
        if (turns.turns().isEmpty() && !intent.write().isEmpty()) {
            warnings.add("No node takes it yet");
        }
    }
}
