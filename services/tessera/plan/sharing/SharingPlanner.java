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
 * Plans changes of GPU sharing. Configurations are written first, then the operator or the device plugins are told
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
        return new SharingPlanner(intent, survey, turns).createPlan();
    }

    private ChangePlan createPlan() {
        var checks = new SharingChecks(intent, survey, turns);
        var refusals = checks.refusals();
        if (!refusals.isEmpty()) {
            return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, checks.collectWarnings(), refusals,
                    "");
        }
        var effects = new SharingEffects(survey, turns.nodes()).effects();
        addSteps();
        warnings.addAll(checks.collectWarnings());
        survey.podGap().ifPresent(problem -> warnings.add("What pods select is not known: " + problem.problemText()));
        addStrategyWarnings();
        var unrequested = unrequestedClauses();
        if (!unrequested.isEmpty()) {
            warnings.add("The device plugin does not know of these pods and may hand their GPUs to others: "
                    + GpuUseText.joinClauses(unrequested));
        }
        boolean loses = !unrequested.isEmpty() || effects.offers().stream().anyMatch(offer -> offer.excess() > 0)
                || changesMps() || !effects.strandedPods().isEmpty();
        return new ChangePlan(intent, steps, steps.stream().map(SharingSteps::manualCommand).toList(), effects,
                warnings,
                refusals,
                loses ? confirmationText() : "");
    }

    private List<String> unrequestedClauses() {
        return GpuUseText.unrequestedClauses(turns.nodes().stream().map(NodeReconfiguration::node),
                survey.accelerators());
    }

    private String confirmationText() {
        return turns.nodes().stream().map(turn -> turn.after().configName()).filter(key -> !key.isEmpty()).findFirst()
                .orElse("share");
    }

    private void addSteps() {
        var texts = make.writeConfigsStep(intent.write());
        texts.ifPresent(steps::add);
        var told = make.setLocationStep();
        told.ifPresent(steps::add);
        boolean rolls = told.isPresent() && !turns.after().location().configMap().isEmpty();
        boolean restarts = !rolls && texts.isPresent() && turns.nodes().stream()
                .anyMatch(turn -> make.isChanged(turn.after().configName(), intent));
        if (restarts) {
            survey.setup().sets().forEach(set -> steps.add(make.restartStep(set)));
            mpsLimitsWarning().ifPresent(warnings::add);
        }
        boolean renews = rolls || restarts || told.isPresent();
        if (renews) {
            warnings.add(
                    "The device plugins of all GPU nodes (%d) restart, one after the other; a node offers no GPUs for "
                            .formatted(SharingSetup.gpuNodes(survey.snapshot()).size())
                            + "some seconds then, and running pods keep theirs");
        }
        for (var turn : turns.nodes()) {
            var node = survey.nodes().get(turn.node().name());
            if (turn.relabels() && node != null) {
                addLabelSteps(turn, node, renews);
            }
        }
        for (var turn : turns.nodes()) {
            if (!turn.node().facts().isReady()) {
                warnings.add(turn.node().name() + " does not report: what it will offer is not waited for");
            } else if (!turn.isOfferingNow()) {
                warnings.add(turn.node().name() + " offers no GPUs as it is: whether it will is not waited for");
            } else {
                steps.add(make.awaitSharing(turn, renews));
            }
        }
        make.removeConfigsStep(intent.remove()).ifPresent(steps::add);
    }

    /** Warns that the MPS daemon also reads its configuration at start, and is not restarted as that would end its clients. */
    private Optional<String> mpsLimitsWarning() {
        var nodes = turns.nodes().stream()
                .filter(turn -> turn.shares().strategy() == SharingStrategy.MPS
                        && SharingEffects.usesStrategy(turn, SharingStrategy.MPS)
                        && make.isChanged(turn.after().configName(), intent))
                .map(turn -> turn.node().name()).toList();
        return nodes.isEmpty() ? Optional.empty()
                : Optional.of(
                        "On %s the limits of MPS clients stay as they are until the pod of the MPS control daemon there is deleted, which ends every client of the node"
                                .formatted(String.join(", ", nodes)));
    }

    /** Adds the label step after a plugin restart, as a plugin exits if labelled with a configuration that it does not know. */
    private void addLabelSteps(NodeReconfiguration turn, NodeObject node, boolean renews) {
        if (renews && turn.node().facts().isReady() && turn.isOfferingNow()) {
            steps.add(make.awaitRestart(turn.node()));
        }
        steps.add(make.labelStep(turn, node));
    }

    private boolean changesMps() {
        return turns.nodes().stream().anyMatch(turn -> (SharingEffects.endsMps(turn)
                || (turn.shares().strategy() == SharingStrategy.MPS
                        && !SharingEffects.usesStrategy(turn, SharingStrategy.MPS)))
                && !turn.node().taken().isEmpty()
                && turn.node().pods().stream().anyMatch(pod -> pod.holdsResources()
                        && turn.advertised().resources().keySet().stream()
                                .anyMatch(name -> pod.requests().get(name) > 0)));
    }

    private void addStrategyWarnings() {
        var means = turns.nodes().stream().filter(turn -> !SharingEffects.usesStrategy(turn, turn.shares().strategy()))
                .filter(SharingEffects::hasShares).map(turn -> turn.shares().strategy()).distinct().toList();
        if (means.contains(SharingStrategy.TIME_SLICING)) {
            warnings.add(
                    "Shares by time-slicing have no memory of their own and no protection: each pod sees the whole "
                            + "GPU or MIG instance, and one that runs out of memory can end its neighbours");
        }
        warnings.addAll(SharingEffects.unsharedWarnings(turns.nodes()));
        if (means.contains(SharingStrategy.MPS)) {
            warnings.add(
                    "MPS takes its GPUs for itself: a pod that was not given a share can no longer begin work on them, "
                            + "and a fatal fault of one client ends all clients of that GPU");
        }
        boolean ungiven = turns.nodes().stream()
                .anyMatch(turn -> turn.shares().strategy() == SharingStrategy.TIME_SLICING
                        && SharingEffects.hasShares(turn) && !turn.shares().failsAboveOne());
        if (ungiven) {
            warnings.add("A pod that asks for two shares may be given two of the same GPU: failRequestsGreaterThanOne "
                    + "refuses such pods");
        }
        if (turns.nodes().isEmpty() && !intent.write().isEmpty()) {
            warnings.add("No node takes it yet");
        }
    }
}
