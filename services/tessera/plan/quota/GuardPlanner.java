package tessera.plan.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.model.ListText;
import tessera.model.ObjectRef;
import tessera.model.OwnerRef;
import tessera.model.PodFacts;
import tessera.model.PodPhase;
import tessera.model.Problem.ProblemKind;
import tessera.model.Snapshot;
import tessera.plan.context.BudgetStatus;
import tessera.plan.intent.QuotaIntent;
import tessera.plan.intent.QuotaIntent.Aim;
import tessera.plan.intent.QuotaIntent.GuardPods;
import tessera.plan.intent.QuotaIntent.KeepPods;
import tessera.plan.model.ChangePlan;
import tessera.quota.disruption.DisruptionBudget;
import tessera.quota.disruption.GuardedPods;

/** Makes a plan of what protects pods: a disruption budget, or who may reach them over the network. Pure. */
final class GuardPlanner {

    private final QuotaSurvey survey;
    private final List<BudgetStatus> budgets;
    private final Optional<List<GuardedPods>> policies;
    private final Set<OwnerRef> unscaled;
    private final QuotaWarnings doubts;

    /**
     * @param budgets  those that there are in the namespace, where one is meant
     * @param policies the same of those; empty where they may not be read
     * @param unscaled those controllers of the pods that are meant which have no scale
     */
    GuardPlanner(QuotaIntent intent, QuotaSurvey survey, List<BudgetStatus> budgets,
            Optional<List<GuardedPods>> policies,
            Set<OwnerRef> unscaled) {
        this.survey = survey;
        this.unscaled = Set.copyOf(unscaled);
        this.budgets = List.copyOf(budgets);
        this.policies = policies;
        doubts = new QuotaWarnings(survey, intent.namespace());
        doubts.namespace();
    }

    ChangePlan keep(KeepPods intent) {
        var object = budget(intent.namespace(), intent.name());
        doubts.objectName(intent.name());
        doubts.aim(intent.aim(), object);
        if (intent.selector().isEmpty()) {
            doubts.refuse(ProblemKind.INVALID, "Which pods are meant is not said",
                    "Say a label of theirs, such as app=llm.");
        }
        doubts.labels(intent.selector());
        var said = intent.least().isEmpty() ? intent.most() : intent.least();
        if (intent.least().isEmpty() == intent.most().isEmpty()) {
            doubts.refuse(ProblemKind.INVALID, "Either how many shall stay or how many may go", "Say one of the two.");
        } else if (!KeepPods.isAmount(said)) {
            doubts.refuse(ProblemKind.INVALID, "“%s” is no number of pods".formatted(said),
                    "Say a number, or a share such as 50%.");
        } else {
            kept(intent);
        }
        var body = NamespaceBounds.blank(object);
        var spec = body.putObject("spec");
        amount(spec, intent);
        labels(spec.putObject("selector"), intent.selector());
        return drafted(intent, object, body, kept(object));
    }

    private static void amount(ObjectNode spec, KeepPods intent) {
        var key = intent.least().isEmpty() ? "maxUnavailable" : "minAvailable";
        var amount = intent.least().isEmpty() ? intent.most() : intent.least();
        if (amount.matches("[0-9]{1,9}")) {
            spec.put(key, Integer.parseInt(amount));
        } else {
            spec.put(key, amount);
        }
    }

    /** What becomes of evictions then. */
    private void kept(KeepPods intent) {
        var pods = pods(survey.snapshot(), intent);
        if (pods.isEmpty()) {
            doubts.warn("No pod of %s has these labels now: the budget keeps nothing".formatted(intent.namespace()));
        }
        uncounted(intent, pods);
        long staying = staying(intent, pods.size());
        // A pod that waits for a node is evicted whatever its budget says.
        long ran = pods.stream().filter(pod -> pod.phase() != PodPhase.PENDING).count();
        if (ran > 0 && staying >= ran) {
            doubts.warn("%s to stay: none that runs can be evicted, and nodes with one of them cannot be drained"
                    .formatted(pods.size() == 1 ? "There is 1 such pod and it has"
                            : "There are %d such pods and %s of them have".formatted(pods.size(),
                                    staying >= pods.size() ? "all" : staying)));
        }
        for (var other : budgets) {
            if (!other.name().equals(intent.name()) && pods.stream().anyMatch(other::covers)) {
                doubts.refuse(ProblemKind.CONFLICT,
                        "The budget “%s” keeps some of these pods already".formatted(other.name()),
                        "The server evicts no pod that has two budgets: change that one, or name other labels.");
            }
        }
    }

    /** A share, and how many may go, are of what the controller of the pods is asked to keep, which not each can be. */
    private void uncounted(KeepPods intent, List<PodFacts> pods) {
        var owners = pods.stream().map(PodFacts::owner).collect(Collectors.toSet());
        boolean counts = !intent.least().isEmpty() && !intent.least().endsWith("%");
        var without = owners.equals(Set.of(OwnerRef.NONE)) ? "no controller"
                : owners.stream().filter(unscaled::contains).map(OwnerRef::kind).sorted().findFirst()
                        .map("a controller of kind "::concat).orElse("");
        if (!counts && !without.isEmpty()) {
            doubts.warn(
                    "Of pods with %s none can be evicted by such a budget: a share, or how many may go, is counted from the scale of their controller, and they have none. Say as a number how many shall stay"
                            .formatted(without));
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

    /** @param absent namespaces to be let in that are not there */
    ChangePlan guard(GuardPods intent, List<String> absent) {
        var object = policy(intent.namespace(), intent.name());
        doubts.objectName(intent.name());
        doubts.aim(intent.aim(), object);
        intent.from().forEach(doubts::name);
        doubts.labels(intent.selector());
        doubts.warn("Whether policies are kept to is up to the network plugin, which a server does not tell");
        if (!intent.selector().isEmpty() && pods(intent.namespace(), intent.selector()).isEmpty()) {
            doubts.warn("No pod of %s has these labels now: nothing is guarded".formatted(intent.namespace()));
        }
        doubts.warn((intent.own() ? "Whatever is in other namespaces"
                : "Whatever else there is, in %s as well,"
                        .formatted(intent.namespace()))
                + " no longer reaches these pods, such as a Prometheus, an ingress, or the API server where it calls a webhook or an exporter is read through it"
                + (intent.from().isEmpty() ? "" : "; let in: " + String.join(", ", intent.from())));
        others(intent);
        absent.forEach(name -> doubts.warn(
                "There is no namespace “%s”: nothing of it is let in before somebody makes it".formatted(name)));
        resolvers(intent);
        var body = NamespaceBounds.blank(object);
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
        return drafted(intent, object, body, guarded(object));
    }

    /** What one policy does not let in, another may. */
    private void others(GuardPods intent) {
        if (policies.isEmpty()) {
            doubts.warn("Policies add up, and which others there are may not be read");
        }
        var wider = policies.stream().flatMap(List::stream).filter(policy -> !policy.name().equals(intent.name())
                && covers(policy, intent)).map(GuardedPods::name).sorted().toList();
        if (!wider.isEmpty()) {
            doubts.warn("Policies add up: whom %s let%s in reaches these pods all the same".formatted(
                    ListText.joined(wider, " and "), wider.size() == 1 ? "s" : ""));
        }
    }

    /** Whether a policy may be about some of the same pods, and lets somebody in. */
    private static boolean covers(GuardedPods policy, GuardPods intent) {
        boolean apart = policy.pods().plain() && policy.pods().labels().entrySet().stream().anyMatch(
                label -> !intent.selector().getOrDefault(label.getKey(), label.getValue()).equals(label.getValue()));
        return !apart && (!policy.plain() || policy.own() || !policy.from().isEmpty());
    }

    /** Without names nothing in the cluster finds anything else. */
    private void resolvers(GuardPods intent) {
        var resolvers = pods(intent.namespace(), intent.selector()).stream()
                .filter(pod -> "kube-dns".equals(pod.labels().get("k8s-app"))).map(PodFacts::name).toList();
        long others = survey.snapshot().pods().map(PodFacts::namespace).distinct()
                .filter(name -> !name.equals(intent.namespace()) && !intent.from().contains(name)).count();
        if (!resolvers.isEmpty() && others > 0) {
            doubts.refuse(ProblemKind.CONFLICT,
                    "The DNS of the cluster (%s) would no longer answer the pods of %d other namespaces".formatted(
                            String.join(", ", resolvers), others),
                    "Name pods by labels that the DNS does not have.");
        }
    }

    private static void labels(ObjectNode selector, Map<String, String> labels) {
        if (!labels.isEmpty()) {
            var match = selector.putObject("matchLabels");
            labels.forEach(match::put);
        }
    }

    /** The pods that a budget is about. */
    static List<PodFacts> pods(Snapshot snapshot, KeepPods intent) {
        return pods(snapshot, intent.namespace(), intent.selector());
    }

    private List<PodFacts> pods(String namespace, Map<String, String> selector) {
        return pods(survey.snapshot(), namespace, selector);
    }

    private static List<PodFacts> pods(Snapshot snapshot, String namespace, Map<String, String> selector) {
        return snapshot.pods().filter(pod -> pod.namespace().equals(namespace) && !pod.phase().terminal()
                && pod.labels().entrySet().containsAll(selector.entrySet()))
                .toList();
    }

    /** @param undo what is there now; empty where that cannot be said here, and so would be lost */
    private ChangePlan drafted(QuotaIntent intent, ObjectRef object, ObjectNode body, Optional<QuotaIntent> undo) {
        var draft = new BoundPlan(intent, object, doubts);
        var there = survey.object(object.resource(), object.name());
        if (there.isEmpty()) {
            return draft.made(body);
        }
        if (!doubts.refusals().isEmpty()) {
            return draft.refused();
        }
        if (undo.isEmpty()) {
            doubts.refuse(ProblemKind.CONFLICT, "%s says more than can be said here".formatted(object),
                    "Edit its YAML: tessera plan edit %s/%s -n %s.".formatted(object.kind().toLowerCase(Locale.ROOT),
                            object.name(), object.namespace()));
            return draft.refused();
        }
        ObjectNode after = there.get().deepCopy();
        var spec = after.withObjectProperty("spec");
        spec.remove(List.of("minAvailable", "maxUnavailable"));
        body.path("spec").properties().forEach(part -> spec.set(part.getKey(), part.getValue()));
        return draft.changed(there.get(), after, undo.get());
    }

    private Optional<QuotaIntent> kept(ObjectRef object) {
        return survey.object(object.resource(), object.name()).map(DisruptionBudget::of).filter(DisruptionBudget::plain)
                .map(kept -> new KeepPods(object.namespace(), object.name(), kept.pods().labels(), kept.least(),
                        kept.most(), Aim.THERE));
    }

    private Optional<QuotaIntent> guarded(ObjectRef object) {
        return survey.object(object.resource(), object.name()).map(GuardedPods::of).filter(GuardedPods::plain)
                .map(policy -> new GuardPods(object.namespace(), object.name(), policy.pods().labels(), policy.own(),
                        policy.from(), Aim.THERE));
    }

    static ObjectRef budget(String namespace, String name) {
        return new ObjectRef("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets", namespace, name);
    }

    static ObjectRef policy(String namespace, String name) {
        return new ObjectRef("networking.k8s.io/v1", "NetworkPolicy", "networkpolicies", namespace, name);
    }
}
