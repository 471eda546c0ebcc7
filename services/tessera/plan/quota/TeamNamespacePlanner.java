package tessera.plan.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.kube.quantity.QuantityParser;
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
import tessera.text.MessageCatalog;

/** Plans a namespace for a team: the namespace if missing, its quota, and limits per pod. Pure. */
final class TeamNamespacePlanner {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(TeamNamespacePlanner.class);

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
            problemCollector.addWarning(new NamespacePolicyWarning.NamespaceNotYetCreated());
        } else {
            problemCollector.addWarning(new NamespacePolicyWarning.NamespaceAlreadyExists(intent.namespace()));
        }
        var steps = problemCollector.refusals().isEmpty() ? planSteps(quota) : List.<PlanStepWithUndo>of();
        return new ChangePlan(intent, steps,
                steps.stream().filter(step -> !(step.step() instanceof PlanStep.AwaitClusterStateStep))
                        .map(step -> step.step().commandLine()).toList(),
                PlanEffects.NONE, steps.isEmpty() ? List.of() : problemCollector.warnings(),
                problemCollector.refusals(), "");
    }

    private void checkLimits(NamespacePolicyProblemCollector problemCollector) {
        intent.perPod().forEach((resource, amount) -> {
            var most = QuantityParser.parseUnits(amount);
            if (most.isEmpty() || most.getAsLong() < 1) {
                problemCollector.addRefusal(new NamespacePolicyRefusal.PodLimitInvalid(amount, resource));
            }
            var whole = QuantityParser
                    .parseUnits(intent.hard().getOrDefault(QuotaKey.forRequestsOf(resource).text(), ""));
            if (whole.isPresent() && most.isPresent() && most.getAsLong() > whole.getAsLong()) {
                problemCollector.addWarning(
                        new NamespacePolicyWarning.PodLimitExceedsQuota(most.getAsLong(), resource, whole.getAsLong()));
            }
        });
        var object = QuotaAndLimitObjectBuilder.limitRangeRef(intent.namespace(), CreateTeamNamespaceIntent.BOUNDS);
        if (!intent.perPod().isEmpty() && input.findObject(object.resource(), object.name()).isPresent()) {
            problemCollector.addRefusal(new NamespacePolicyRefusal.PodLimitsExist(object.name(), intent.namespace()));
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
                    MESSAGES.text("step.namespace", namespace), MESSAGES.text("step.namespace-created", namespace),
                    undo));
        }
        steps.addAll(new QuotaPlanner(quota, input).steps(undo));
        if (!intent.perPod().isEmpty()) {
            var object = QuotaAndLimitObjectBuilder.limitRangeRef(namespace, CreateTeamNamespaceIntent.BOUNDS);
            steps.add(new PlanStepWithUndo(
                    new PlanStep.CreateObjectStep(object,
                            QuotaAndLimitObjectBuilder.podLimitsBody(object, intent.perPod()).toString()),
                    MESSAGES.text("step.pod-limits", object), MESSAGES.text("step.created", object),
                    undo.or(() -> Optional.of(new DeleteLaunchedWorkloadIntent(namespace,
                            List.of(new LaunchedObject("v1", "LimitRange", object.name())))))));
        }
        return steps;
    }
}
