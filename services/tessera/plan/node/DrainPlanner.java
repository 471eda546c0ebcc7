package tessera.plan.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import tessera.model.PodFacts;
import tessera.model.Connection;
import java.util.stream.Collectors;
import java.util.Optional;
import java.util.function.Predicate;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.plan.draft.Effects;
import tessera.plan.draft.Plan;
import tessera.plan.draft.PlannedStep;
import tessera.plan.draft.PodEffect;
import tessera.plan.draft.PodEffect.Concern;
import tessera.plan.draft.PodEffect.Fate;
import tessera.plan.intent.NodeIntent.Drain;
import tessera.plan.step.Expectation;
import tessera.plan.step.Step;
import tessera.plan.survey.NodeObject;
import tessera.plan.survey.Survey;

/**
 * Plans how nodes are emptied: all are cordoned first, so that no pod moves from one to the next; then the pods are
 * evicted, those that a budget keeps last; then they are waited for.
 */
final class DrainPlanner {

    private DrainPlanner() {}

    static Plan plan(Drain intent, Survey survey) {
        var nodes = Targeting.found(survey);
        var pods = new DrainEffects(survey).of(nodes);
        var steps = new ArrayList<PlannedStep>();
        nodes.stream().filter(node -> !node.unschedulable()).map(CordonPlanner::cordon).forEach(steps::add);
        pods.stream().filter(pod -> pod.fate() == Fate.EVICTED && pod.pod().deleting() == null)
                .map(pod -> evict(intent, pod)).forEach(steps::add);
        pods.stream().filter(pod -> pod.fate() == Fate.BLOCKED).map(pod -> evict(intent, pod)).forEach(steps::add);
        for (var node : nodes) {
            var leaving = new LinkedHashMap<String, String>();
            pods.stream().filter(pod -> pod.pod().node().equals(node.name()) && pod.fate() != Fate.STAYS)
                    .forEach(pod -> leaving.put(pod.pod().uid(), pod.pod().key()));
            if (!leaving.isEmpty()) {
                steps.add(PlannedStep.passing(new Step.Await(ObjectRef.node(node.name()),
                        new Expectation.Emptied(leaving), intent.terms().patience()),
                        "Wait until the pods have left " + node.name()));
            }
        }
        return new Plan(intent, steps, List.of(command(intent)), new Effects(pods, List.of()),
                warnings(intent, survey, pods), refusals(intent, survey, nodes, pods), intent.nodes().words());
    }

    private static PlannedStep evict(Drain intent, PodEffect effect) {
        var pod = effect.pod();
        return PlannedStep.passing(new Step.Evict(ObjectRef.pod(pod.namespace(), pod.name()), pod.uid(),
                intent.terms().grace(), intent.terms().patience()), "Evict " + pod.key());
    }

    private static String command(Drain intent) {
        var terms = intent.terms();
        var grace = terms.grace();
        return "kubectl drain " + intent.nodes().arguments() + " --ignore-daemonsets"
                + (terms.loseLocalData() ? " --delete-emptydir-data" : "") + (terms.loseUnmanaged() ? " --force" : "")
                + (grace == null ? "" : " --grace-period=" + grace.toSeconds())
                + " --timeout=" + terms.patience().toSeconds() + "s";
    }

    private static List<String> warnings(Drain intent, Survey survey, List<PodEffect> pods) {
        var warnings = new ArrayList<String>();
        say(warnings, pods, pod -> pod.fate() != Fate.STAYS && pod.has(Concern.ACCELERATOR_WORK),
                "Pods that work on accelerators and lose what they have not saved: %d");
        say(warnings, pods, pod -> pod.fate() == Fate.BLOCKED,
                "Pods that a disruption budget keeps, and whose eviction is tried again for "
                        + intent.terms().patience().toSeconds() + " s each: %d");
        say(warnings, pods, pod -> pod.fate() != Fate.STAYS && pod.has(Concern.UNMANAGED),
                "Pods that nobody creates again: %d");
        say(warnings, pods, pod -> pod.fate() != Fate.STAYS && pod.has(Concern.LOCAL_DATA),
                "Pods that lose data they keep on the node: %d");
        survey.budgetGap().ifPresent(problem -> warnings
                .add("Which pods are kept by a disruption budget is not known: " + problem.sentence()));
        return warnings;
    }

    private static void say(List<String> warnings, List<PodEffect> pods, Predicate<PodEffect> such, String words) {
        long count = pods.stream().filter(such).count();
        if (count > 0) {
            warnings.add(words.formatted(count));
        }
    }

    private static List<Problem> refusals(Drain intent, Survey survey, List<NodeObject> nodes, List<PodEffect> pods) {
        var refusals = new ArrayList<Problem>();
        if (!nodes.isEmpty() && !survey.snapshot().allocationComplete()) {
            refusals.add(Targeting.invalid("Not all pods on these nodes are seen, so they cannot be emptied",
                    "Ask for a role that may list pods in the whole cluster."));
        }
        survey.podGap().ifPresent(refusals::add);
        behind(survey, nodes).ifPresent(refusals::add);
        if (!intent.terms().loseUnmanaged()) {
            named(pods, Concern.UNMANAGED, "Nobody would create these pods again: ",
                    "Allow that they are lost (--force), or move their work first.", refusals);
        }
        if (!intent.terms().loseLocalData()) {
            named(pods, Concern.LOCAL_DATA, "These pods keep data on the node that would be lost (emptyDir): ",
                    "Allow that they are lost (--delete-emptydir-data), or save them first.", refusals);
        }
        return refusals;
    }

    /** What is not seen would be neither evicted nor waited for. */
    private static Optional<Problem> behind(Survey survey, List<NodeObject> nodes) {
        var names = nodes.stream().map(NodeObject::name).collect(Collectors.toSet());
        var seen = survey.snapshot().nodes().stream().filter(node -> names.contains(node.name()))
                .flatMap(node -> node.pods().stream()).map(PodFacts::uid).collect(Collectors.toSet());
        survey.snapshot().unbound().forEach(pod -> seen.add(pod.uid()));
        boolean current = survey.snapshot().connection() instanceof Connection.Live;
        return current && seen.containsAll(survey.details().keySet()) ? Optional.empty()
                : Optional.of(Targeting.invalid("What is seen of these nodes is behind the cluster",
                        "Plan again in a moment."));
    }

    private static void named(List<PodEffect> pods, Concern concern, String words, String remedy,
            List<Problem> refusals) {
        var names = pods.stream().filter(pod -> pod.fate() != Fate.STAYS && pod.has(concern))
                .map(pod -> pod.pod().key()).toList();
        if (!names.isEmpty()) {
            refusals.add(Targeting.invalid(words + String.join(", ", names), remedy));
        }
    }
}
