package tessera.plan.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.Problem.ProblemKind;
import tessera.model.Quantity;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.LaunchIntent.LaunchedObject;
import tessera.plan.intent.LaunchIntent.Withdraw;
import tessera.plan.intent.QuotaIntent.Aim;
import tessera.plan.intent.QuotaIntent.DissolveTeam;
import tessera.plan.intent.QuotaIntent.MakeTeam;
import tessera.plan.intent.QuotaIntent.SetQuota;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlannedStep;
import tessera.plan.step.PlanStep;
import tessera.quota.QuotaKey;

/** Makes a plan of a namespace for a team: the namespace where there is none, its quota, and what one pod may have. Pure. */
final class TeamPlanner {

    private final MakeTeam intent;
    private final QuotaSurvey survey;
    private final boolean fresh;

    TeamPlanner(MakeTeam intent, QuotaSurvey survey) {
        this.intent = intent;
        this.survey = survey;
        fresh = survey.namespace().isEmpty();
    }

    ChangePlan plan() {
        var doubts = new QuotaWarnings(survey, intent.namespace());
        var quota = new SetQuota(intent.namespace(), MakeTeam.BOUNDS, intent.hard());
        doubts.name(intent.namespace());
        doubts.aim(Aim.EITHER, NamespaceBounds.quota(intent.namespace(), MakeTeam.BOUNDS));
        doubts.amounts(intent.hard());
        doubts.findings();
        doubts.quota(quota);
        limits(doubts);
        if (fresh) {
            doubts.warn(
                    "What goes into a namespace that is not there yet cannot be rehearsed by the server: it is shown "
                            + "as it will be sent");
        } else {
            doubts.warn("The namespace %s is there already; it is bounded, and else left as it is".formatted(
                    intent.namespace()));
        }
        var steps = doubts.refusals().isEmpty() ? steps(quota) : List.<PlannedStep>of();
        return new ChangePlan(intent, steps, steps.stream().filter(step -> !(step.step() instanceof PlanStep.Await))
                .map(step -> step.step().command()).toList(), PlanEffects.NONE,
                steps.isEmpty() ? List.of() : doubts.warnings(), doubts.refusals(), "");
    }

    private void limits(QuotaWarnings doubts) {
        intent.perPod().forEach((resource, amount) -> {
            var most = Quantity.units(amount);
            if (most.isEmpty() || most.getAsLong() < 1) {
                doubts.refuse(ProblemKind.INVALID,
                        "“%s” of %s is nothing that a pod could have at most".formatted(amount,
                                resource),
                        "Say a number, such as 4.");
            }
            var whole = Quantity.units(intent.hard().getOrDefault(QuotaKey.ofResource(resource).text(), ""));
            if (whole.isPresent() && most.isPresent() && most.getAsLong() > whole.getAsLong()) {
                doubts.warn("A pod may have %d of %s, and all of them together %d".formatted(most.getAsLong(), resource,
                        whole.getAsLong()));
            }
        });
        var object = NamespaceBounds.limits(intent.namespace(), MakeTeam.BOUNDS);
        if (!intent.perPod().isEmpty() && survey.object(object.resource(), object.name()).isPresent()) {
            doubts.refuse(ProblemKind.CONFLICT, "There is a LimitRange “%s” in %s already".formatted(object.name(),
                    intent.namespace()), "Leave out what a pod may have at most, or edit that one.");
        }
    }

    private List<PlannedStep> steps(SetQuota quota) {
        var namespace = intent.namespace();
        var undo = fresh ? Optional.<ChangeIntent>of(new DissolveTeam(namespace)) : Optional.<ChangeIntent>empty();
        var steps = new ArrayList<PlannedStep>();
        if (fresh) {
            var object = NamespaceBounds.namespace(namespace);
            steps.add(new PlannedStep(new PlanStep.Create(object, NamespaceBounds.blank(object).toString()),
                    "Make the namespace " + namespace, "the namespace " + namespace + " is there", undo));
        }
        steps.addAll(new QuotaPlanner(quota, survey).steps(undo));
        if (!intent.perPod().isEmpty()) {
            var object = NamespaceBounds.limits(namespace, MakeTeam.BOUNDS);
            steps.add(new PlannedStep(
                    new PlanStep.Create(object, NamespaceBounds.perPod(object, intent.perPod()).toString()),
                    "Say what a pod may have at most: " + object, object + " is there",
                    undo.or(() -> Optional.of(new Withdraw(namespace,
                            List.of(new LaunchedObject("v1", "LimitRange", object.name())))))));
        }
        return steps;
    }
}
