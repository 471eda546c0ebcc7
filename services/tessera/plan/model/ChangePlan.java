package tessera.plan.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import tessera.model.Plurals;
import tessera.model.Problem;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.CompositeIntent;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.WorkloadIntent;
import tessera.plan.step.PlanStep;

/**
 * How a wish is to come true.
 *
 * @param steps    one after the other; none when all is as wanted already
 * @param commands how one would do it by hand; the short way, where there is one
 * @param warnings what to think of before, each a sentence without a full stop
 * @param refusals why it must not be done; empty when it may
 * @param confirm  what the user must type before it is done; empty when it is not dangerous
 */
public record ChangePlan(ChangeIntent intent, List<PlannedStep> steps, List<String> commands, PlanEffects effects,
        List<String> warnings, List<Problem> refusals, String confirm) {

    private static final int MANY = 4;

    public ChangePlan {
        steps = List.copyOf(steps);
        commands = List.copyOf(commands);
        warnings = List.copyOf(warnings);
        refusals = List.copyOf(refusals);
    }

    /** What it does in a sentence; of a release it tells more than the wish does. */
    public String headline() {
        return steps.stream().filter(step -> step.step() instanceof PlanStep.HelmStep).map(PlannedStep::words)
                .findFirst()
                .orElse(intent.words());
    }

    /** The same, with something to be typed where it strands running pods. */
    public ChangePlan guarded() {
        var stranded = effects.stranded();
        return stranded.isEmpty() || !confirm.isEmpty() ? this
                : new ChangePlan(intent, steps, commands, effects, warnings, refusals, switch (intent) {
                    case NodeIntent of -> of.nodes().words();
                    case WorkloadIntent of -> of.object().name();
                    default -> Plurals.of(stranded.size(), "pod");
                });
    }

    /** The same with more to think of. */
    public ChangePlan and(List<String> more) {
        return new ChangePlan(intent, steps, commands, effects,
                Stream.concat(warnings.stream(), more.stream()).toList(),
                refusals, confirm);
    }

    /** Several plans as one. */
    public static ChangePlan together(ChangeIntent intent, List<ChangePlan> parts) {
        return new ChangePlan(intent, steps(intent, parts.stream().flatMap(part -> part.steps().stream()).toList()),
                parts.stream().flatMap(part -> part.commands().stream()).toList(),
                PlanEffects.together(parts.stream().map(ChangePlan::effects).toList()),
                warnings(parts),
                parts.stream().flatMap(part -> part.refusals().stream()).distinct().toList(),
                confirm(intent, parts));
    }

    /** Pods that are to go are all asked to, before anybody waits for one of them: they take their time at once. */
    private static List<PlannedStep> steps(ChangeIntent intent, List<PlannedStep> steps) {
        return intent instanceof CompositeIntent some && some.ofPods()
                ? steps.stream().sorted(Comparator.comparing(step -> step.step() instanceof PlanStep.Await)).toList()
                : steps;
    }

    /** Of several pods it is told which of them is meant. */
    private static List<String> warnings(List<ChangePlan> parts) {
        var about = new LinkedHashMap<String, List<ChangePlan>>();
        parts.forEach(part -> part.warnings().stream().distinct()
                .forEach(words -> about.computeIfAbsent(words, _ -> new ArrayList<>()).add(part)));
        return about.entrySet().stream().map(entry -> subject(entry.getValue(), parts.size()) + entry.getKey())
                .toList();
    }

    private static String subject(List<ChangePlan> some, int all) {
        var names = some.stream().map(ChangePlan::intent)
                .flatMap(wish -> wish instanceof WorkloadIntent of ? Stream.of(of.object().place()) : Stream.empty())
                .toList();
        if (names.size() < some.size() || all == 1) {
            return "";
        }
        return names.size() == all ? "Each of them: "
                : String.join(", ", names.subList(0, Math.min(MANY, names.size())))
                        + (names.size() > MANY ? " and %d more".formatted(names.size() - MANY) : "") + ": ";
    }

    /** Nobody types a dozen names. As many are typed as the sentence says that is confirmed; a part may be of several objects. */
    private static String confirm(ChangeIntent intent, List<ChangePlan> parts) {
        var words = parts.stream().map(ChangePlan::confirm).filter(word -> !word.isEmpty()).distinct().toList();
        return words.size() < MANY ? String.join(", ", words)
                : parts.size() + (intent instanceof CompositeIntent some && some.ofPods() ? " pods" : " changes");
    }
}
