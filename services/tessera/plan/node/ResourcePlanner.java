package tessera.plan.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tessera.model.JsonPointers;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Quantity;
import tessera.plan.context.NodeObject;
import tessera.plan.context.PlanSurvey;
import tessera.plan.intent.NodeIntent.AdvertiseResource;
import tessera.plan.intent.NodeTargets;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlannedStep;
import tessera.plan.step.PlanStep;
import tessera.plan.step.StepExpectation;

/** Plans how nodes advertise devices that no plugin reports. */
final class ResourcePlanner {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private ResourcePlanner() {}

    static ChangePlan plan(AdvertiseResource intent, PlanSurvey survey) {
        var steps = new ArrayList<PlannedStep>();
        var wanted = intent.amount().isPresent() ? Long.toString(intent.amount().getAsLong()) : "";
        for (var node : NodeTargeting.foundNodes(survey)) {
            if (!currentAmount(node, intent.resource()).equals(intent.amount())) {
                steps.add(advertiseStep(node, intent.resource(), wanted));
                steps.add(PlannedStep.temporaryStep(new PlanStep.Await(ObjectRef.node(node.name()),
                        new StepExpectation.FieldHasValue(
                                "/status/allocatable/" + JsonPointers.escape(intent.resource()),
                                wanted),
                        PATIENCE), "Wait until " + node.name() + " hands it out"));
            }
        }
        var warnings = new ArrayList<String>();
        if (survey.accelerators().acceleratorOf(intent.resource()).isPresent()) {
            warnings.add(intent.resource() + " is counted by a device plugin, which will overwrite this");
        }
        if (intent.amount().isEmpty()) {
            warnings.add("Pods that hold it run on; further ones that ask for it wait");
        }
        var refusals = new ArrayList<Problem>();
        KubernetesNames.extendedResourceProblem(intent.resource()).ifPresent(refusals::add);
        if (intent.amount().orElse(0) < 0) {
            refusals.add(NodeTargeting.invalidInput("There cannot be fewer than none", ""));
        }
        NodeTargeting.foundNodes(survey).forEach(node -> pluginConflict(node, intent, survey).ifPresent(refusals::add));
        return new ChangePlan(intent, steps, steps.stream().map(step -> step.step().commandLine()).toList(),
                PlanEffects.NONE,
                warnings, refusals, "");
    }

    /** Returns the refusal if a device plugin reports the resource, as it would overwrite the count. */
    private static Optional<Problem> pluginConflict(NodeObject node, AdvertiseResource intent, PlanSurvey survey) {
        var amount = currentAmount(node, intent.resource());
        if (amount.orElse(0) == 0 || amount.equals(intent.amount())
                || survey.accelerators().acceleratorOf(intent.resource()).isEmpty()) {
            return Optional.empty();
        }
        return survey.snapshot().findNode(node.name()).stream().flatMap(info -> info.pods().stream())
                .filter(pod -> pod.name().contains("plugin") && pod.owner().kind().equals("DaemonSet")).findFirst()
                .map(plugin -> NodeTargeting.invalidInput(
                        "%s of %s is reported by a device plugin: %s says that there are %d"
                                .formatted(intent.resource(), node.name(), plugin.key(), amount.getAsLong()),
                        "Change what the plugin reports (tessera plan share, tessera plan mig), or take another name."));
    }

    private static PlannedStep advertiseStep(NodeObject node, String resource, String amount) {
        var relied = new HashMap<String, @Nullable Object>();
        relied.put("/status/capacity/" + JsonPointers.escape(resource), node.capacity().get(resource));
        var patch = NodePatch.statusPatchOf(node, relied, body -> {
            var status = body.putObject("status");
            // The kubelet takes allocatable over from capacity, but only when it next reports.
            for (var part : List.of("capacity", "allocatable")) {
                status.putObject(part).put(resource, amount.isEmpty() ? null : amount);
            }
        });
        var undo = new AdvertiseResource(NodeTargets.of(node.name()), resource, currentAmount(node, resource));
        return new PlannedStep(patch, "Advertise on " + node.name(),
                amount.isEmpty() ? node.name() + " has no " + resource
                        : node.name() + " has " + amount + " " + resource,
                Optional.of(undo));
    }

    private static OptionalLong currentAmount(NodeObject node, String resource) {
        return Quantity.parseUnits(node.capacity().getOrDefault(resource, ""));
    }
}
