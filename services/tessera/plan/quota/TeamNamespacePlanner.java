package tessera.plan.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.kube.quantity.QuantityParser;
import tessera.model.Problem.OperationProblemKind;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.NamespacePolicyIntent.CreateTeamNamespaceIntent;
import tessera.plan.intent.NamespacePolicyIntent.DeleteTeamNamespaceIntent;
import tessera.plan.intent.NamespacePolicyIntent.ObjectExistenceRequirement;
import tessera.plan.intent.NamespacePolicyIntent.SetQuotaIntent;
import tessera.plan.intent.WorkloadLaunchIntent.DeleteLaunchedWorkloadIntent;
import tessera.plan.intent.WorkloadLaunchIntent.LaunchedObject;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.step.PlanStep;
import tessera.quota.QuotaKey;

/** Plans a namespace for a team: the namespace if missing, its quota, and limits per pod. Pure. */
final class TeamNamespacePlanner {

    private final CreateTeamNamespaceIntent intent;
    private final NamespacePolicyPlannerInput input;
    private final boolean newNamespace;

    TeamNamespacePlanner(CreateTeamNamespaceIntent intent, NamespacePolicyPlannerInput input) {
        this.intent = intent;
        this.input = input;
        newNamespace = input.namespace().isEmpty();
    }

    ChangePlan plan() {
        var problemCollector = new NamespacePolicyProblemCollector(input, intent.namespace());
        var quota = new SetQuotaIntent(intent.namespace(), CreateTeamNamespaceIntent.BOUNDS, intent.hard());
        problemCollector.checkNamespaceName(intent.namespace());
        problemCollector.checkExpectedState(ObjectExistenceRequirement.EITHER,
                QuotaAndLimitObjectBuilder.quotaRef(intent.namespace(), CreateTeamNamespaceIntent.BOUNDS));
        problemCollector.checkAmounts(intent.hard());
        problemCollector.addFindings();
        problemCollector.checkQuota(quota);
        checkLimits(problemCollector);
        if (newNamespace) {
            problemCollector.addWarning(
                    "What goes into a namespace that is not there yet cannot be rehearsed by the server: it is shown "
                            + "as it will be sent");
        } else {
            problemCollector
                    .addWarning("The namespace %s is there already; it is bounded, and else left as it is".formatted(
                            intent.namespace()));
        }
        var steps = problemCollector.refusals().isEmpty() ? planSteps(quota) : List.<PlanStepWithUndo>of();
        return new ChangePlan(intent, steps,
                steps.stream().filter(step -> !(step.step() instanceof PlanStep.AwaitClusterStateStep))
                        .map(step -> step.step().commandLine()).toList(),
                PlanEffects.NONE,
                steps.isEmpty() ? List.of() : problemCollector.warnings(), problemCollector.refusals(), "");
    }

    private void checkLimits(NamespacePolicyProblemCollector problemCollector) {
        intent.perPod().forEach((resource, amount) -> {
            var most = QuantityParser.parseUnits(amount);
            if (most.isEmpty() || most.getAsLong() < 1) {
                problemCollector.addRefusal(OperationProblemKind.INVALID,
                        "“%s” of %s is nothing that a pod could have at most".formatted(amount,
                                resource),
                        "Say a number, such as 4.");
            }
            var whole = QuantityParser
                    .parseUnits(intent.hard().getOrDefault(QuotaKey.forRequestsOf(resource).text(), ""));
            if (whole.isPresent() && most.isPresent() && most.getAsLong() > whole.getAsLong()) {
                problemCollector.addWarning(
                        "A pod may have %d of %s, and all of them together %d".formatted(most.getAsLong(), resource,
                                whole.getAsLong()));
            }
        });
        var object = QuotaAndLimitObjectBuilder.limitRangeRef(intent.namespace(), CreateTeamNamespaceIntent.BOUNDS);
        if (!intent.perPod().isEmpty() && input.findObject(object.resource(), object.name()).isPresent()) {
            problemCollector.addRefusal(OperationProblemKind.CONFLICT,
                    "There is a LimitRange “%s” in %s already".formatted(object.name(),
                            intent.namespace()),
                    "Leave out what a pod may have at most, or edit that one.");
        }
    }

    private List<PlanStepWithUndo> planSteps(SetQuotaIntent quota) {
        var namespace = intent.namespace();
        var undo = newNamespace ? Optional.<ChangeIntent>of(new DeleteTeamNamespaceIntent(namespace))
                : Optional.<ChangeIntent>empty();
        var steps = new ArrayList<PlanStepWithUndo>();
        if (newNamespace) {
            var object = QuotaAndLimitObjectBuilder.namespaceRef(namespace);
            steps.add(new PlanStepWithUndo(
                    new PlanStep.CreateObjectStep(object, QuotaAndLimitObjectBuilder.emptyObject(object).toString()),
                    "Make the namespace " + namespace, "the namespace " + namespace + " is there", undo));
        }
        steps.addAll(new QuotaPlanner(quota, input).steps(undo));
        if (!intent.perPod().isEmpty()) {
            var object = QuotaAndLimitObjectBuilder.limitRangeRef(namespace, CreateTeamNamespaceIntent.BOUNDS);
            steps.add(new PlanStepWithUndo(
                    new PlanStep.CreateObjectStep(object,
                            QuotaAndLimitObjectBuilder.podLimitsBody(object, intent.perPod()).toString()),
                    "Say what a pod may have at most: " + object, object + " is there",
                    undo.or(() -> Optional.of(new DeleteLaunchedWorkloadIntent(namespace,
                            List.of(new LaunchedObject("v1", "LimitRange", object.name())))))));
        }
        return steps;
    }
}
