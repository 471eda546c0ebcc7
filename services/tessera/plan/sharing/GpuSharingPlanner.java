package tessera.plan.sharing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.intent.GpuSharingIntent;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.NonRequestGpuUseText;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.sharing.GpuSharingStrategy;

/**
 * Plans changes of GPU sharing. Configurations are written first, then the operator or the device plugins are told
 * to read them, then nodes are labelled, and what comes of it is waited for node by node.
 */
final class GpuSharingPlanner {

    private final GpuSharingIntent intent;
    private final GpuSharingPlannerInput survey;
    private final NodeSharingChangeSet turns;
    private final GpuSharingStepFactory make;
    private final List<PlanStepWithUndo> steps = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    private GpuSharingPlanner(GpuSharingIntent intent, GpuSharingPlannerInput survey, NodeSharingChangeSet turns) {
        this.intent = intent;
        this.survey = survey;
        this.turns = turns;
        make = new GpuSharingStepFactory(survey, turns);
    }

    static ChangePlan plan(GpuSharingIntent intent, GpuSharingPlannerInput survey, NodeSharingChangeSet turns) {
        return new GpuSharingPlanner(intent, survey, turns).createPlan();
    }

    private ChangePlan createPlan() {
        var checks = new GpuSharingChecks(intent, survey, turns);
        var refusals = checks.refusals();
        if (!refusals.isEmpty()) {
            return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, checks.collectWarnings(), refusals,
                    "");
        }
        var effects = new GpuSharingEffects(survey, turns.nodes()).effects();
        addSteps();
        warnings.addAll(checks.collectWarnings());
        survey.podGap().ifPresent(problem -> warnings.add("What pods select is not known: " + problem.problemText()));
        addStrategyWarnings();
        var unrequested = unrequestedClauses();
        if (!unrequested.isEmpty()) {
            warnings.add("The device plugin does not know of these pods and may hand their GPUs to others: "
                    + NonRequestGpuUseText.joinClauses(unrequested));
        }
        boolean loses = !unrequested.isEmpty() || effects.offers().stream().anyMatch(offer -> offer.excess() > 0)
                || changesMps() || !effects.strandedPods().isEmpty();
        return new ChangePlan(intent, steps, steps.stream().map(GpuSharingStepFactory::manualCommand).toList(), effects,
                warnings,
                refusals,
                loses ? confirmationText() : "");
    }

    private List<String> unrequestedClauses() {
        return NonRequestGpuUseText.unrequestedClauses(turns.nodes().stream().map(NodeSharingChange::node),
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
                            .formatted(DevicePluginSharingConfiguration.gpuNodes(survey.snapshot()).size())
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
                .filter(turn -> turn.shares().strategy() == GpuSharingStrategy.MPS
                        && GpuSharingEffects.usesStrategy(turn, GpuSharingStrategy.MPS)
                        && make.isChanged(turn.after().configName(), intent))
                .map(turn -> turn.node().name()).toList();
        return nodes.isEmpty() ? Optional.empty()
                : Optional.of(
                        "On %s the limits of MPS clients stay as they are until the pod of the MPS control daemon there is deleted, which ends every client of the node"
                                .formatted(String.join(", ", nodes)));
    }

    /** Adds the label step after a plugin restart, as a plugin exits if labelled with a configuration that it does not know. */
    private void addLabelSteps(NodeSharingChange turn, PlanTargetNode node, boolean renews) {
        if (renews && turn.node().facts().isReady() && turn.isOfferingNow()) {
            steps.add(make.awaitRestart(turn.node()));
        }
        steps.add(make.labelStep(turn, node));
    }

    private boolean changesMps() {
        return turns.nodes().stream().anyMatch(turn -> (GpuSharingEffects.endsMps(turn)
                || (turn.shares().strategy() == GpuSharingStrategy.MPS
                        && !GpuSharingEffects.usesStrategy(turn, GpuSharingStrategy.MPS)))
                && !turn.node().taken().isEmpty()
                && turn.node().pods().stream().anyMatch(pod -> pod.holdsResources()
                        && turn.advertised().resources().keySet().stream()
                                .anyMatch(name -> pod.requests().get(name) > 0)));
    }

    private void addStrategyWarnings() {
        var means = turns.nodes().stream()
                .filter(turn -> !GpuSharingEffects.usesStrategy(turn, turn.shares().strategy()))
                .filter(GpuSharingEffects::hasShares).map(turn -> turn.shares().strategy()).distinct().toList();
        if (means.contains(GpuSharingStrategy.TIME_SLICING)) {
            warnings.add(
                    "Shares by time-slicing have no memory of their own and no protection: each pod sees the whole "
                            + "GPU or MIG instance, and one that runs out of memory can end its neighbours");
        }
        warnings.addAll(GpuSharingEffects.unsharedWarnings(turns.nodes()));
        if (means.contains(GpuSharingStrategy.MPS)) {
            warnings.add(
                    "MPS takes its GPUs for itself: a pod that was not given a share can no longer begin work on them, "
                            + "and a fatal fault of one client ends all clients of that GPU");
        }
        boolean ungiven = turns.nodes().stream()
                .anyMatch(turn -> turn.shares().strategy() == GpuSharingStrategy.TIME_SLICING
                        && GpuSharingEffects.hasShares(turn) && !turn.shares().failsAboveOne());
        if (ungiven) {
            warnings.add("A pod that asks for two shares may be given two of the same GPU: failRequestsGreaterThanOne "
                    + "refuses such pods");
        }
        if (turns.nodes().isEmpty() && !intent.write().isEmpty()) {
            warnings.add("No node takes it yet");
        }
    }
}
