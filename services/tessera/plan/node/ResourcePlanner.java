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

/** Plans how nodes are said to have devices that no plugin reports. */
final class ResourcePlanner {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private ResourcePlanner() {}

    static ChangePlan plan(AdvertiseResource intent, PlanSurvey survey) {
        var steps = new ArrayList<PlannedStep>();
        var wanted = intent.amount().isPresent() ? Long.toString(intent.amount().getAsLong()) : "";
        for (var node : NodeTargeting.found(survey)) {
            if (!before(node, intent.resource()).equals(intent.amount())) {
                steps.add(advertise(node, intent.resource(), wanted));
                steps.add(PlannedStep.passing(new PlanStep.Await(ObjectRef.node(node.name()),
                        new StepExpectation.Shows("/status/allocatable/" + JsonPointers.escaped(intent.resource()),
                                wanted),
                        PATIENCE), "Wait until " + node.name() + " hands it out"));
            }
        }
        var warnings = new ArrayList<String>();
        if (survey.accelerators().of(intent.resource()).isPresent()) {
            warnings.add(intent.resource() + " is counted by a device plugin, which will overwrite this");
        }
        if (intent.amount().isEmpty()) {
            warnings.add("Pods that hold it run on; further ones that ask for it wait");
        }
        var refusals = new ArrayList<Problem>();
        KubernetesNames.extendedResource(intent.resource()).ifPresent(refusals::add);
        if (intent.amount().orElse(0) < 0) {
            refusals.add(NodeTargeting.invalid("There cannot be fewer than none", ""));
        }
        NodeTargeting.found(survey).forEach(node -> reported(node, intent, survey).ifPresent(refusals::add));
        return new ChangePlan(intent, steps, steps.stream().map(step -> step.step().command()).toList(),
                PlanEffects.NONE,
                warnings, refusals, "");
    }

    /** Pods would be sent to devices that are not there, until the plugin says again what is. */
    private static Optional<Problem> reported(NodeObject node, AdvertiseResource intent, PlanSurvey survey) {
        var amount = before(node, intent.resource());
        if (amount.orElse(0) == 0 || amount.equals(intent.amount())
                || survey.accelerators().of(intent.resource()).isEmpty()) {
            return Optional.empty();
        }
        return survey.snapshot().node(node.name()).stream().flatMap(info -> info.pods().stream())
                .filter(pod -> pod.name().contains("plugin") && pod.owner().kind().equals("DaemonSet")).findFirst()
                .map(plugin -> NodeTargeting.invalid(
                        "%s of %s is reported by a device plugin: %s says that there are %d"
                                .formatted(intent.resource(), node.name(), plugin.key(), amount.getAsLong()),
                        "Change what the plugin reports (tessera plan share, tessera plan mig), or take another name."));
    }

    private static PlannedStep advertise(NodeObject node, String resource, String amount) {
        var relied = new HashMap<String, @Nullable Object>();
        relied.put("/status/capacity/" + JsonPointers.escaped(resource), node.capacity().get(resource));
        var patch = NodePatch.ofStatus(node, relied, body -> {
            var status = body.putObject("status");
            // The kubelet takes allocatable over from capacity, but only when it next reports.
            for (var part : List.of("capacity", "allocatable")) {
                status.putObject(part).put(resource, amount.isEmpty() ? null : amount);
            }
        });
        var undo = new AdvertiseResource(NodeTargets.of(node.name()), resource, before(node, resource));
        return new PlannedStep(patch, "Advertise on " + node.name(),
                amount.isEmpty() ? node.name() + " has no " + resource
                        : node.name() + " has " + amount + " " + resource,
                Optional.of(undo));
    }

    private static OptionalLong before(NodeObject node, String resource) {
        return Quantity.units(node.capacity().getOrDefault(resource, ""));
    }
}
