package tessera.plan.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.CompositeIntent;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.WorkloadChangeIntent;
import tessera.plan.step.PlanStep;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/**
 * The plan of a change: steps, commands, effects, warnings and refusals.
 *
 * @param steps    one after the other; none when all is as wanted already
 * @param commands how one would do it by hand; the short way, where there is one
 * @param warnings what to know before
 * @param refusals why it must not be done; empty when it may
 * @param confirmationText  what the user must type before it is done; empty when it is not dangerous
 */
public record ChangePlan(ChangeIntent intent, List<PlanStepWithUndo> steps, List<String> commands, PlanEffects effects,
        List<? extends Reason> warnings, List<Problem> refusals, String confirmationText) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ChangePlan.class);
    private static final int MANY = 4;

    public ChangePlan {
        steps = List.copyOf(steps);
        commands = List.copyOf(commands);
        warnings = List.copyOf(warnings);
        refusals = List.copyOf(refusals);
    }

    /** Returns a one-sentence summary, which for a release is more exact than that of the intent. */
    public String headlineText() {
        return steps.stream().filter(step -> step.step() instanceof PlanStep.HelmStep).map(PlanStepWithUndo::text)
                .findFirst().orElse(intent.summaryText());
    }

    /** Returns the plan with a text to type if it strands running pods. */
    public ChangePlan withStrandedGuard() {
        var stranded = effects.strandedPods();
        if (stranded.isEmpty() || !confirmationText.isEmpty()) {
            return this;
        }
        return new ChangePlan(intent, steps, commands, effects, warnings, refusals, switch (intent) {
            case NodeChangeIntent of -> of.nodes().nodesText();
            case WorkloadChangeIntent of -> of.object().name();
            default -> MESSAGES.text("pods", stranded.size());
        });
    }

    /** Returns the plan with a warning if the accelerators of some pods are not all counted, as claims may not be read. */
    public ChangePlan withClaimsGap(Optional<Problem> claimsProblem) {
        if (claimsProblem.isEmpty()) {
            return this;
        }
        var bounded = effects.withoutClaims();
        var plan = new ChangePlan(intent, steps, commands, bounded, warnings, refusals, confirmationText);
        return bounded.pods().stream().noneMatch(PodEffect::isLowerBound) ? plan
                : plan.withWarnings(List.of(new UncountedClaimDevices(claimsProblem.get().headline())));
    }

    /** Returns the plan with further warnings. */
    public ChangePlan withWarnings(List<? extends Reason> more) {
        return new ChangePlan(intent, steps, commands, effects,
                Stream.<Reason>concat(warnings.stream(), more.stream()).toList(), refusals, confirmationText);
    }

    /** Returns the plan with the accelerators of each affected pod told in the units of its node. */
    public ChangePlan withAmountTexts(Function<PodSummary, String> amounts) {
        return new ChangePlan(intent, steps, commands, effects.withAmountTexts(amounts), warnings, refusals,
                confirmationText);
    }

    /** Returns the sentences of the warnings. */
    public List<String> warningTexts() {
        return warnings.stream().map(Reason::text).toList();
    }

    /** Combines several plans into one. */
    public static ChangePlan combine(ChangeIntent intent, List<ChangePlan> parts) {
        return new ChangePlan(intent,
                combineSteps(intent, parts.stream().flatMap(part -> part.steps().stream()).toList()),
                parts.stream().flatMap(part -> part.commands().stream()).toList(),
                PlanEffects.combine(parts.stream().map(ChangePlan::effects).toList()), combineWarnings(parts),
                parts.stream().flatMap(part -> part.refusals().stream()).distinct().toList(),
                combineConfirmations(intent, parts));
    }

    /** Returns the combined steps; pods to delete are all asked to go before any is waited for, so that they end in parallel. */
    private static List<PlanStepWithUndo> combineSteps(ChangeIntent intent, List<PlanStepWithUndo> steps) {
        if (intent instanceof CompositeIntent some && some.isPodsOnly()) {
            return steps.stream()
                    .sorted(Comparator.comparing(step -> step.step() instanceof PlanStep.AwaitClusterStateStep))
                    .toList();
        }
        return steps;
    }

    /** Returns the combined warnings, which name the pod if there are several. */
    private static List<Reason> combineWarnings(List<ChangePlan> parts) {
        var about = new LinkedHashMap<Reason, List<ChangePlan>>();
        for (var part : parts) {
            part.warnings().stream().distinct().forEach(warning -> addPart(warning, about, part));
        }
        return about.entrySet().stream().map(entry -> combineWarning(entry.getKey(), entry.getValue(), parts.size()))
                .toList();
    }

    private static void addPart(Reason warning, Map<Reason, List<ChangePlan>> about, ChangePlan part) {
        about.computeIfAbsent(warning, _ -> new ArrayList<>()).add(part);
    }

    private static Reason combineWarning(Reason warning, List<ChangePlan> some, int all) {
        var names = some.stream().map(ChangePlan::intent)
                .flatMap(changeIntent -> changeIntent instanceof WorkloadChangeIntent of
                        ? Stream.of(of.object().qualifiedName())
                        : Stream.empty())
                .toList();
        if (names.size() < some.size() || all == 1) {
            return warning;
        }
        return names.size() == all ? new CombinedWarning.WarningOfAll(warning)
                : new CombinedWarning.WarningOfSome(names, warning);
    }

    /** Returns the text to type, without a dozen names. As many are typed as the sentence says that is confirmed; a part may be of several objects. */
    private static String combineConfirmations(ChangeIntent intent, List<ChangePlan> parts) {
        var texts = parts.stream().map(ChangePlan::confirmationText).filter(word -> !word.isEmpty()).distinct()
                .toList();
        if (texts.size() < MANY) {
            return String.join(", ", texts);
        }
        return MESSAGES.text(intent instanceof CompositeIntent some && some.isPodsOnly() ? "pods" : "changes",
                parts.size());
    }
}
