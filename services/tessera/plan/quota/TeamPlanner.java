package tessera.plan.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.Problem.ProblemKind;
import tessera.model.Quantity;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.LaunchIntent.LaunchedObject;
import tessera.plan.intent.LaunchIntent.Withdraw;
import tessera.plan.intent.QuotaIntent.CreateTeam;
import tessera.plan.intent.QuotaIntent.DissolveTeam;
import tessera.plan.intent.QuotaIntent.QuotaObjectState;
import tessera.plan.intent.QuotaIntent.SetQuota;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlannedStep;
import tessera.plan.step.PlanStep;
import tessera.quota.QuotaKey;

/** Plans a namespace for a team: the namespace if missing, its quota, and limits per pod. Pure. */
final class TeamPlanner {

    private final CreateTeam intent;
    private final QuotaSurvey survey;
    private final boolean fresh;

    TeamPlanner(CreateTeam intent, QuotaSurvey survey) {
        this.intent = intent;
        this.survey = survey;
        fresh = survey.namespace().isEmpty();
    }

    ChangePlan plan() {
        var doubts = new QuotaWarnings(survey, intent.namespace());
        var quota = new SetQuota(intent.namespace(), CreateTeam.BOUNDS, intent.hard());
        doubts.checkNamespaceName(intent.namespace());
        doubts.checkExpectedState(QuotaObjectState.EITHER,
                NamespaceBounds.quotaRef(intent.namespace(), CreateTeam.BOUNDS));
        doubts.checkAmounts(intent.hard());
        doubts.addFindings();
        doubts.checkQuota(quota);
        checkLimits(doubts);
        if (fresh) {
            doubts.addWarning(
                    "What goes into a namespace that is not there yet cannot be rehearsed by the server: it is shown "
                            + "as it will be sent");
        } else {
            doubts.addWarning("The namespace %s is there already; it is bounded, and else left as it is".formatted(
                    intent.namespace()));
        }
        var steps = doubts.refusals().isEmpty() ? planSteps(quota) : List.<PlannedStep>of();
        return new ChangePlan(intent, steps, steps.stream().filter(step -> !(step.step() instanceof PlanStep.Await))
                .map(step -> step.step().commandLine()).toList(), PlanEffects.NONE,
                steps.isEmpty() ? List.of() : doubts.warnings(), doubts.refusals(), "");
    }

    private void checkLimits(QuotaWarnings doubts) {
        intent.perPod().forEach((resource, amount) -> {
            var most = Quantity.parseUnits(amount);
            if (most.isEmpty() || most.getAsLong() < 1) {
                doubts.addRefusal(ProblemKind.INVALID,
                        "“%s” of %s is nothing that a pod could have at most".formatted(amount,
                                resource),
                        "Say a number, such as 4.");
            }
            var whole = Quantity.parseUnits(intent.hard().getOrDefault(QuotaKey.forRequestsOf(resource).text(), ""));
            if (whole.isPresent() && most.isPresent() && most.getAsLong() > whole.getAsLong()) {
                doubts.addWarning(
                        "A pod may have %d of %s, and all of them together %d".formatted(most.getAsLong(), resource,
                                whole.getAsLong()));
            }
        });
        var object = NamespaceBounds.limitRangeRef(intent.namespace(), CreateTeam.BOUNDS);
        if (!intent.perPod().isEmpty() && survey.findObject(object.resource(), object.name()).isPresent()) {
            doubts.addRefusal(ProblemKind.CONFLICT, "There is a LimitRange “%s” in %s already".formatted(object.name(),
                    intent.namespace()), "Leave out what a pod may have at most, or edit that one.");
        }
    }

    private List<PlannedStep> planSteps(SetQuota quota) {
        var namespace = intent.namespace();
        var undo = fresh ? Optional.<ChangeIntent>of(new DissolveTeam(namespace)) : Optional.<ChangeIntent>empty();
        var steps = new ArrayList<PlannedStep>();
        if (fresh) {
            var object = NamespaceBounds.namespaceRef(namespace);
            steps.add(new PlannedStep(new PlanStep.Create(object, NamespaceBounds.emptyObject(object).toString()),
                    "Make the namespace " + namespace, "the namespace " + namespace + " is there", undo));
        }
        steps.addAll(new QuotaPlanner(quota, survey).steps(undo));
        if (!intent.perPod().isEmpty()) {
            var object = NamespaceBounds.limitRangeRef(namespace, CreateTeam.BOUNDS);
            steps.add(new PlannedStep(
                    new PlanStep.Create(object, NamespaceBounds.podLimitsBody(object, intent.perPod()).toString()),
                    "Say what a pod may have at most: " + object, object + " is there",
                    undo.or(() -> Optional.of(new Withdraw(namespace,
                            List.of(new LaunchedObject("v1", "LimitRange", object.name())))))));
        }
        return steps;
    }
}
