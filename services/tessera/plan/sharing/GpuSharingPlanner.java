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
    private final List<SharingWarning> warnings = new ArrayList<>();

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
        input.podGap().ifPresent(problem -> warnings.add(new SharingWarning.UnknownPodSelectors(problem.toReason())));
        addStrategyWarnings();
        var unrequested = unrequestedClauses();
        if (!unrequested.isEmpty()) {
            warnings.add(new SharingWarning.UncountedGpuPods(unrequested));
        }
        boolean loses = !unrequested.isEmpty()
                || effects.advertisedResources().stream().anyMatch(effect -> effect.excess() > 0) || changesMps()
                || !effects.strandedPods().isEmpty();
        return new ChangePlan(intent, steps, steps.stream().map(GpuSharingStepFactory::manualCommand).toList(), effects,
                warnings, refusals, loses ? confirmationText() : "");
    }

    private List<String> unrequestedClauses() {
        return NonRequestGpuUseFormatter.unrequestedClauses(changes.nodes().stream().map(NodeGpuSharingChange::node),
                input.accelerators());
    }

    private String confirmationText() {
        return changes.nodes().stream().map(change -> change.after().configName()).filter(key -> !key.isEmpty())
                .findFirst().orElse("share");
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
            warnings.add(new SharingWarning.DevicePluginRestarts(
                    DevicePluginSharingConfiguration.gpuNodes(input.snapshot()).size()));
        }
        for (var change : changes.nodes()) {
            var node = input.nodes().get(change.node().name());
            if (change.relabels() && node != null) {
                addLabelSteps(change, node, renews);
            }
        }
        for (var change : changes.nodes()) {
            if (!change.node().nodeSummary().isReady()) {
                warnings.add(new SharingWarning.UnobservableNode(change.node().name()));
            } else if (!change.isOfferingNow()) {
                warnings.add(new SharingWarning.GpuLessNode(change.node().name()));
            } else {
                steps.add(stepFactory.awaitSharing(change, renews));
            }
        }
        stepFactory.removeConfigsStep(intent.remove()).ifPresent(steps::add);
    }

    /** Warns that the MPS daemon also reads its configuration at start, and is not restarted as that would end its clients. */
    private Optional<SharingWarning> mpsLimitsWarning() {
        var nodes = changes.nodes().stream()
                .filter(change -> change.shares().strategy() == GpuSharingStrategy.MPS
                        && GpuSharingEffectCalculator.usesStrategy(change, GpuSharingStrategy.MPS)
                        && stepFactory.isChanged(change.after().configName(), intent))
                .map(change -> change.node().name()).toList();
        return nodes.isEmpty() ? Optional.empty() : Optional.of(new SharingWarning.ConstantMpsLimits(nodes));
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
        return (GpuSharingEffectCalculator.endsMps(change) || (change.shares().strategy() == GpuSharingStrategy.MPS
                && !GpuSharingEffectCalculator.usesStrategy(change, GpuSharingStrategy.MPS)))
                && !change.node().allocated().isEmpty()
                && change.node().pods().stream().anyMatch(pod -> pod.holdsResources() && change.advertised().resources()
                        .keySet().stream().anyMatch(name -> pod.requests().get(name) > 0));
    }

    private void addStrategyWarnings() {
        var means = changes.nodes().stream()
                .filter(change -> !GpuSharingEffectCalculator.usesStrategy(change, change.shares().strategy()))
                .filter(GpuSharingEffectCalculator::hasShares).map(change -> change.shares().strategy()).distinct()
                .toList();
        if (means.contains(GpuSharingStrategy.TIME_SLICING)) {
            warnings.add(new SharingWarning.MissingTimeSlicingIsolation());
        }
        warnings.addAll(GpuSharingEffectCalculator.unsharedWarnings(changes.nodes()));
        if (means.contains(GpuSharingStrategy.MPS)) {
            warnings.add(new SharingWarning.MpsExclusiveGpus());
        }
        boolean ungiven = changes.nodes().stream()
                .anyMatch(change -> change.shares().strategy() == GpuSharingStrategy.TIME_SLICING
                        && GpuSharingEffectCalculator.hasShares(change) && !change.shares().failsAboveOne());
        if (ungiven) {
            warnings.add(new SharingWarning.DuplicateGpuShares());
        }
        if (changes.nodes().isEmpty() && !intent.write().isEmpty()) {
            warnings.add(new SharingWarning.UnusedPluginConfig());
        }
    }
}
