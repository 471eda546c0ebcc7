package tessera.plan.sharing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.intent.GpuSharingIntent;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.NonRequestGpuUseFormatter;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.sharing.GpuSharingStrategy;

/**
 * Plans changes of GPU sharing. Configurations are written first, then the operator or the device plugins are told
 * to read them, then nodes are labelled, and what comes of it is waited for node by node.
 */
final class GpuSharingPlanner {

    private final GpuSharingIntent intent;
    private final GpuSharingPlannerInput input;
    private final NodeGpuSharingChangeSet changes;
    private final GpuSharingStepFactory stepFactory;
    private final List<PlanStepWithUndo> steps = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    private GpuSharingPlanner(GpuSharingIntent intent, GpuSharingPlannerInput input, NodeGpuSharingChangeSet changes) {
        this.intent = intent;
        this.input = input;
        this.changes = changes;
        stepFactory = new GpuSharingStepFactory(input, changes);
    }

    static ChangePlan plan(GpuSharingIntent intent, GpuSharingPlannerInput input, NodeGpuSharingChangeSet changes) {
        return new GpuSharingPlanner(intent, input, changes).createPlan();
    }

    private ChangePlan createPlan() {
        var checks = new GpuSharingChangeChecks(intent, input, changes);
        var refusals = checks.refusals();
        if (!refusals.isEmpty()) {
            return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, checks.collectWarnings(), refusals,
                    "");
        }
        var effects = new GpuSharingEffectCalculator(input, changes.nodes()).effects();
        addSteps();
        warnings.addAll(checks.collectWarnings());
        input.podGap().ifPresent(problem -> warnings.add("What pods select is not known: " + problem.problemText()));
        addStrategyWarnings();
        var unrequested = unrequestedClauses();
        if (!unrequested.isEmpty()) {
            warnings.add("The device plugin does not know of these pods and may hand their GPUs to others: "
                    + NonRequestGpuUseFormatter.joinClauses(unrequested));
        }
        boolean loses = !unrequested.isEmpty()
                || effects.advertisedResources().stream().anyMatch(effect -> effect.excess() > 0)
                || changesMps() || !effects.strandedPods().isEmpty();
        return new ChangePlan(intent, steps, steps.stream().map(GpuSharingStepFactory::manualCommand).toList(), effects,
                warnings,
                refusals,
                loses ? confirmationText() : "");
    }

    private List<String> unrequestedClauses() {
        return NonRequestGpuUseFormatter.unrequestedClauses(changes.nodes().stream().map(NodeGpuSharingChange::node),
                input.accelerators());
    }

    private String confirmationText() {
        return changes.nodes().stream().map(change -> change.after().configName()).filter(key -> !key.isEmpty())
                .findFirst()
                .orElse("share");
    }

    private void addSteps() {
        var texts = stepFactory.writeConfigsStep(intent.write());
        texts.ifPresent(steps::add);
        var told = stepFactory.setLocationStep();
        told.ifPresent(steps::add);
        boolean rolls = told.isPresent() && !changes.after().location().configMap().isEmpty();
        boolean restarts = !rolls && texts.isPresent() && changes.nodes().stream()
                .anyMatch(change -> stepFactory.isChanged(change.after().configName(), intent));
        if (restarts) {
            input.setup().sets().forEach(set -> steps.add(stepFactory.restartStep(set)));
            mpsLimitsWarning().ifPresent(warnings::add);
        }
        boolean renews = rolls || restarts || told.isPresent();
        if (renews) {
            warnings.add(
                    "The device plugins of all GPU nodes (%d) restart, one after the other; a node offers no GPUs for "
                            .formatted(DevicePluginSharingConfiguration.gpuNodes(input.snapshot()).size())
                            + "some seconds then, and running pods keep theirs");
        }
        for (var change : changes.nodes()) {
            var node = input.nodes().get(change.node().name());
            if (change.relabels() && node != null) {
                addLabelSteps(change, node, renews);
            }
        }
        for (var change : changes.nodes()) {
            if (!change.node().nodeSummary().isReady()) {
                warnings.add(change.node().name() + " does not report: what it will offer is not waited for");
            } else if (!change.isOfferingNow()) {
                warnings.add(change.node().name() + " offers no GPUs as it is: whether it will is not waited for");
            } else {
                steps.add(stepFactory.awaitSharing(change, renews));
            }
        }
        stepFactory.removeConfigsStep(intent.remove()).ifPresent(steps::add);
    }

    /** Warns that the MPS daemon also reads its configuration at start, and is not restarted as that would end its clients. */
    private Optional<String> mpsLimitsWarning() {
        var nodes = changes.nodes().stream()
                .filter(change -> change.shares().strategy() == GpuSharingStrategy.MPS
                        && GpuSharingEffectCalculator.usesStrategy(change, GpuSharingStrategy.MPS)
                        && stepFactory.isChanged(change.after().configName(), intent))
                .map(change -> change.node().name()).toList();
        if (nodes.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                "On %s the limits of MPS clients stay as they are until the pod of the MPS control daemon there is deleted, which ends every client of the node"
                        .formatted(String.join(", ", nodes)));
    }

    /** Adds the label step after a plugin restart, as a plugin exits if labelled with a configuration that it does not know. */
    private void addLabelSteps(NodeGpuSharingChange change, PlanTargetNode node, boolean renews) {
        if (renews && change.node().nodeSummary().isReady() && change.isOfferingNow()) {
            steps.add(stepFactory.awaitRestart(change.node()));
        }
        steps.add(stepFactory.labelStep(change, node));
    }

    private boolean changesMps() {
        return changes.nodes().stream().anyMatch(GpuSharingPlanner::disturbsMpsUsers);
    }

    private static boolean disturbsMpsUsers(NodeGpuSharingChange change) {
        return (GpuSharingEffectCalculator.endsMps(change)
                || (change.shares().strategy() == GpuSharingStrategy.MPS
                        && !GpuSharingEffectCalculator.usesStrategy(change, GpuSharingStrategy.MPS)))
                && !change.node().allocated().isEmpty()
                && change.node().pods().stream().anyMatch(pod -> pod.holdsResources()
                        && change.advertised().resources().keySet().stream()
                                .anyMatch(name -> pod.requests().get(name) > 0));
    }

    private void addStrategyWarnings() {
        var means = changes.nodes().stream()
                .filter(change -> !GpuSharingEffectCalculator.usesStrategy(change, change.shares().strategy()))
                .filter(GpuSharingEffectCalculator::hasShares).map(change -> change.shares().strategy()).distinct()
                .toList();
        if (means.contains(GpuSharingStrategy.TIME_SLICING)) {
            warnings.add(
                    "Shares by time-slicing have no memory of their own and no protection: each pod sees the whole "
                            + "GPU or MIG instance, and one that runs out of memory can end its neighbours");
        }
        warnings.addAll(GpuSharingEffectCalculator.unsharedWarnings(changes.nodes()));
        if (means.contains(GpuSharingStrategy.MPS)) {
            warnings.add(
                    "MPS takes its GPUs for itself: a pod that was not given a share can no longer begin work on them, "
                            + "and a fatal fault of one client ends all clients of that GPU");
        }
        boolean ungiven = changes.nodes().stream()
                .anyMatch(change -> change.shares().strategy() == GpuSharingStrategy.TIME_SLICING
                        && GpuSharingEffectCalculator.hasShares(change) && !change.shares().failsAboveOne());
        if (ungiven) {
            warnings.add("A pod that asks for two shares may be given two of the same GPU: failRequestsGreaterThanOne "
                    + "refuses such pods");
        }
        if (changes.nodes().isEmpty() && !intent.write().isEmpty()) {
            warnings.add("No node takes it yet");
        }
    }
}
