package tessera.plan.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.Problem.Kind;
import tessera.plan.draft.Effects;
import tessera.plan.draft.Plan;
import tessera.plan.draft.PlannedStep;
import tessera.plan.intent.LaunchIntent.Launched;
import tessera.plan.intent.LaunchIntent.Withdraw;
import tessera.plan.intent.QuotaIntent;
import tessera.plan.intent.QuotaIntent.GuardPods;
import tessera.plan.intent.QuotaIntent.KeepPods;
import tessera.plan.step.Step;
import tessera.plan.survey.Budget;

/** Makes a plan of what protects pods: a disruption budget, or who may reach them over the network. Pure. */
final class GuardPlanner {

    private final QuotaSurvey survey;
    private final List<Budget> budgets;
    private final Doubts doubts;

    /** @param budgets those that there are in the namespace */
    GuardPlanner(QuotaIntent intent, QuotaSurvey survey, List<Budget> budgets) {
        this.survey = survey;
        this.budgets = List.copyOf(budgets);
        doubts = new Doubts(survey, intent.namespace());
        doubts.namespace();
    }

    Plan keep(KeepPods intent) {
        var object = budget(intent.namespace(), intent.name());
        doubts.name(intent.name());
        if (intent.selector().isEmpty()) {
            doubts.refuse(Kind.INVALID, "Which pods are meant is not said", "Say a label of theirs, such as app=llm.");
        }
        var said = intent.least().isEmpty() ? intent.most() : intent.least();
        if (intent.least().isEmpty() == intent.most().isEmpty()) {
            doubts.refuse(Kind.INVALID, "Either how many shall stay or how many may go", "Say one of the two.");
        } else if (!said.matches("[0-9]{1,6}|(100|[1-9]?[0-9])%")) {
            doubts.refuse(Kind.INVALID, "“%s” is no number of pods".formatted(said),
                    "Say a number, or a share such as 50%.");
        } else {
            kept(intent);
        }
        var body = Bounds.blank(object);
        var spec = body.putObject("spec");
        amount(spec, intent);
        labels(spec.putObject("selector"), intent.selector());
        return made(intent, object, body);
    }

    private static void amount(ObjectNode spec, KeepPods intent) {
        var key = intent.least().isEmpty() ? "maxUnavailable" : "minAvailable";
        var amount = intent.least().isEmpty() ? intent.most() : intent.least();
        if (amount.matches("[0-9]{1,6}")) {
            spec.put(key, Integer.parseInt(amount));
        } else {
            spec.put(key, amount);
        }
    }

    /** What becomes of evictions then. */
    private void kept(KeepPods intent) {
        var pods = pods(intent.namespace(), intent.selector());
        if (pods.isEmpty()) {
            doubts.warn("No pod of %s has these labels now: the budget keeps nothing".formatted(intent.namespace()));
        }
        long staying = staying(intent, pods.size());
        if (!pods.isEmpty() && staying >= pods.size()) {
            doubts.warn(
                    "There are %d such pods and all of them have to stay: none can be evicted, and nodes with one of them cannot be drained"
                            .formatted(pods.size()));
        }
        for (var other : budgets) {
            if (pods.stream().anyMatch(other::covers)) {
                doubts.refuse(Kind.CONFLICT, "The budget “%s” keeps some of these pods already".formatted(other.name()),
                        "The server evicts no pod that has two budgets: change that one, or name other labels.");
            }
        }
    }

    private static long staying(KeepPods intent, int pods) {
        var said = intent.least().isEmpty() ? intent.most() : intent.least();
        // The server rounds shares up, whichever they are of.
        long number = said.endsWith("%")
                ? Math.ceilDiv(pods * Long.parseLong(said.substring(0, said.length() - 1)), 100L)
                : Long.parseLong(said);
        return intent.least().isEmpty() ? pods - number : number;
    }

    Plan guard(GuardPods intent) {
        var object = policy(intent.namespace(), intent.name());
        doubts.name(intent.name());
        intent.from().forEach(doubts::name);
        doubts.warn("Whether policies are kept to is up to the network plugin, which a server does not tell");
        if (!intent.selector().isEmpty() && pods(intent.namespace(), intent.selector()).isEmpty()) {
            doubts.warn("No pod of %s has these labels now: nothing is guarded".formatted(intent.namespace()));
        }
        doubts.warn("Whatever is in other namespaces no longer reaches these pods, such as a Prometheus or an ingress"
                + (intent.from().isEmpty() ? "" : "; let in are " + String.join(", ", intent.from())));
        var body = Bounds.blank(object);
        var spec = body.putObject("spec");
        labels(spec.putObject("podSelector"), intent.selector());
        spec.putArray("policyTypes").add("Ingress");
        var ingress = spec.putArray("ingress");
        if (intent.own() || !intent.from().isEmpty()) {
            var from = ingress.addObject().putArray("from");
            if (intent.own()) {
                from.addObject().putObject("podSelector");
            }
            intent.from().forEach(name -> labels(from.addObject().putObject("namespaceSelector"),
                    Map.of("kubernetes.io/metadata.name", name)));
        }
        return made(intent, object, body);
    }

    private static void labels(ObjectNode selector, Map<String, String> labels) {
        if (!labels.isEmpty()) {
            var match = selector.putObject("matchLabels");
            labels.forEach(match::put);
        }
    }

    private List<PodFacts> pods(String namespace, Map<String, String> selector) {
        var snapshot = survey.snapshot();
        return Stream.concat(snapshot.nodes().stream().flatMap(node -> node.pods().stream()),
                snapshot.unbound().stream())
                .filter(pod -> pod.namespace().equals(namespace) && !pod.phase().terminal()
                        && pod.labels().entrySet().containsAll(selector.entrySet()))
                .toList();
    }

    private Plan made(QuotaIntent intent, ObjectRef object, ObjectNode body) {
        if (survey.object(object.resource(), object.name()).isPresent()) {
            doubts.refuse(Kind.CONFLICT, "There is a %s “%s” in %s already".formatted(object.kind(), object.name(),
                    object.namespace()), "Choose another name, or remove that one first.");
        }
        var refusals = doubts.refusals();
        var create = new Step.Create(object, body.toString());
        var step = new PlannedStep(create, "Make " + object, object + " is there",
                Optional.of(new Withdraw(intent.namespace(),
                        List.of(new Launched(object.apiVersion(), object.kind(), object.name())))));
        return new Plan(intent, refusals.isEmpty() ? List.of(step) : List.of(),
                refusals.isEmpty() ? List.of(create.command()) : List.of(), Effects.NONE,
                refusals.isEmpty() ? doubts.warnings() : List.of(), refusals, "");
    }

    static ObjectRef budget(String namespace, String name) {
        return new ObjectRef("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets", namespace, name);
    }

    static ObjectRef policy(String namespace, String name) {
        return new ObjectRef("networking.k8s.io/v1", "NetworkPolicy", "networkpolicies", namespace, name);
    }
}
