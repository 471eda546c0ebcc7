package tessera.plan.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.plan.draft.Effects;
import tessera.plan.draft.Plan;
import tessera.plan.draft.PlannedStep;
import tessera.plan.intent.LaunchIntent.Withdraw;
import tessera.plan.step.Step;
import tessera.plan.survey.ManifestLookups.KnownKind;

/** Makes a plan of how what was launched goes again; what was made of it goes with it. Pure. */
final class WithdrawPlanner {

    private WithdrawPlanner() {}

    static Plan plan(Withdraw intent, Map<String, Optional<KnownKind>> kinds) {
        var steps = new ArrayList<PlannedStep>();
        var refusals = new ArrayList<Problem>();
        var warnings = new ArrayList<String>();
        for (var object : intent.objects()) {
            var known = kinds.getOrDefault(object.apiVersion() + "/" + object.kind(), Optional.empty());
            if (known.isEmpty()) {
                refusals.add(Problem.of(Kind.NOT_FOUND, "The cluster knows no %s of %s".formatted(object.kind(),
                        object.apiVersion())));
                continue;
            }
            var words = object.kind() + "/" + object.name();
            if (!known.get().namespaced()) {
                refusals.add(Problem.of(Kind.INVALID, words + " is no workload: it is in no namespace")
                        .withRemedy("Only what can be launched into a namespace is withdrawn"));
                continue;
            }
            var reference = new ObjectRef(object.apiVersion(), object.kind(), known.get().plural(),
                    intent.namespace(), object.name());
            steps.add(new PlannedStep(new Step.Delete(reference, ""), "Delete " + words, words + " is gone",
                    Optional.empty()));
            if (object.kind().equals("PersistentVolumeClaim")) {
                warnings.add("What is stored on " + words + " is lost");
            }
        }
        return new Plan(intent, refusals.isEmpty() ? steps : List.of(),
                steps.stream().map(step -> step.step().command()).toList(), Effects.NONE, warnings, refusals, "");
    }
}
