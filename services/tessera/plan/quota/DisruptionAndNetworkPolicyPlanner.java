package tessera.plan.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.kube.disruption.DisruptionBudgetSize;
import tessera.kube.disruption.PodDisruptionBudget;
import tessera.model.ClusterSnapshot;
import tessera.model.ControllerRef;
import tessera.model.ObjectRef;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.plan.intent.NamespacePolicyIntent;
import tessera.plan.intent.NamespacePolicyIntent.ObjectExistenceRequirement;
import tessera.plan.intent.NamespacePolicyIntent.RestrictIngressIntent;
import tessera.plan.intent.NamespacePolicyIntent.SetDisruptionBudgetIntent;
import tessera.plan.model.ChangePlan;
import tessera.quota.disruption.DisruptionBudget;
import tessera.quota.disruption.NetworkPolicySummary;
import tessera.text.OptionalText;

/** Plans the protection of pods: a disruption budget or a NetworkPolicy. Pure. */
final class DisruptionAndNetworkPolicyPlanner {

    private final NamespacePolicyPlannerInput input;
    private final List<PodDisruptionBudget> budgets;
    private final Optional<List<NetworkPolicySummary>> policies;
    private final Set<ControllerRef> unscaled;
    private final NamespacePolicyProblemCollector problemCollector;

    /**
     * @param budgets  those that there are in the namespace, where one is meant
     * @param policies the same of those; empty where they may not be read
     * @param unscaled those controllers of the pods that are meant which have no scale
     */
    DisruptionAndNetworkPolicyPlanner(NamespacePolicyIntent intent, NamespacePolicyPlannerInput input,
            List<PodDisruptionBudget> budgets, Optional<List<NetworkPolicySummary>> policies,
            Set<ControllerRef> unscaled) {
        this.input = input;
        this.unscaled = Set.copyOf(unscaled);
        this.budgets = List.copyOf(budgets);
        this.policies = policies;
        problemCollector = new NamespacePolicyProblemCollector(input, intent.namespace());
        problemCollector.checkNamespace();
    }

    ChangePlan planBudget(SetDisruptionBudgetIntent intent) {
        var object = budgetRef(intent.namespace(), intent.name());
        problemCollector.checkObjectName(intent.name());
        problemCollector.checkExpectedState(intent.expectedState(), object);
        if (intent.selector().isEmpty()) {
            problemCollector.addRefusal(new NamespacePolicyRefusal.BudgetSelectorMissing());
        }
        problemCollector.checkLabels(intent.selector());
        var said = OptionalText.orElse(intent.minAvailable(), intent.maxUnavailable());
        if (intent.minAvailable().isEmpty() == intent.maxUnavailable().isEmpty()) {
            problemCollector.addRefusal(new NamespacePolicyRefusal.BudgetAmountMissing());
        } else if (!SetDisruptionBudgetIntent.isAmount(said)) {
            problemCollector.addRefusal(new NamespacePolicyRefusal.BudgetAmountInvalid(said));
        } else {
            warnOfEvictions(intent);
        }
        var body = QuotaAndLimitObjectBuilder.emptyObject(object);
        var spec = body.putObject("spec");
        setBudgetAmount(spec, intent);
        putLabels(spec.putObject("selector"), intent.selector());
        return draftPlan(intent, object, body, presentBudget(object));
    }

    private static void setBudgetAmount(ObjectNode spec, SetDisruptionBudgetIntent intent) {
        var key = intent.minAvailable().isEmpty() ? "maxUnavailable" : "minAvailable";
        var amount = OptionalText.orElse(intent.minAvailable(), intent.maxUnavailable());
        if (amount.matches("[0-9]{1,9}")) {
            spec.put(key, Integer.parseInt(amount));
        } else {
            spec.put(key, amount);
        }
    }

    /** Warns about the effect on evictions. */
    private void warnOfEvictions(SetDisruptionBudgetIntent intent) {
        var pods = podsOf(input.snapshot(), intent);
        if (pods.isEmpty()) {
            problemCollector.addWarning(new NamespacePolicyWarning.BudgetMatchesNoPod(intent.namespace()));
        }
        warnOfUnscaled(intent, pods);
        var size = new DisruptionBudgetSize(intent.minAvailable(), intent.maxUnavailable());
        long staying = size.desiredHealthy(pods.size());
        // A pod that waits for a node is evicted whatever its budget says.
        long ran = pods.stream().filter(pod -> pod.phase() != PodPhase.PENDING).count();
        if (ran > 0 && staying >= ran) {
            problemCollector.addWarning(
                    new NamespacePolicyWarning.BudgetBlocksEvictions(pods.size(), staying, staying >= pods.size()));
        }
        for (var other : budgets) {
            if (!other.name().equals(intent.name())
                    && pods.stream().anyMatch(pod -> other.coversPod(pod.namespace(), pod.labels()))) {
                problemCollector.addRefusal(new NamespacePolicyRefusal.BudgetOverlaps(other.name()));
            }
        }
    }

    /** Warns that a percentage or maxUnavailable needs a controller with a scale, which some pods lack. */
    private void warnOfUnscaled(SetDisruptionBudgetIntent intent, List<PodSummary> pods) {
        var owners = pods.stream().map(PodSummary::owner).collect(Collectors.toSet());
        boolean scaled = new DisruptionBudgetSize(intent.minAvailable(), intent.maxUnavailable()).usesControllerScale();
        var without = owners.equals(Set.of(ControllerRef.NONE)) ? Optional.of("")
                : owners.stream().filter(unscaled::contains).map(ControllerRef::kind).sorted().findFirst();
        if (scaled && without.isPresent()) {
            problemCollector.addWarning(new NamespacePolicyWarning.BudgetNeedsScale(without.get()));
        }
    }

    /** @param absent namespaces to be let in that are not there */
    ChangePlan planNetworkPolicy(RestrictIngressIntent intent, List<String> absent) {
        var object = policyRef(intent.namespace(), intent.name());
        problemCollector.checkObjectName(intent.name());
        problemCollector.checkExpectedState(intent.expectedState(), object);
        intent.from().forEach(problemCollector::checkNamespaceName);
        problemCollector.checkLabels(intent.selector());
        problemCollector.addWarning(new NamespacePolicyWarning.PolicyEnforcementUnknown());
        if (!intent.selector().isEmpty() && selectPods(intent.namespace(), intent.selector()).isEmpty()) {
            problemCollector.addWarning(new NamespacePolicyWarning.PolicyMatchesNoPod(intent.namespace()));
        }
        problemCollector.addWarning(new NamespacePolicyWarning.PolicyBlocksPeers(intent.sameNamespace(),
                intent.namespace(), intent.from()));
        warnOfOtherPolicies(intent);
        absent.forEach(name -> problemCollector.addWarning(new NamespacePolicyWarning.PeerNamespaceMissing(name)));
        refuseOnDnsPods(intent);
        var body = QuotaAndLimitObjectBuilder.emptyObject(object);
        var spec = body.putObject("spec");
        putLabels(spec.putObject("podSelector"), intent.selector());
        spec.putArray("policyTypes").add("Ingress");
        var ingress = spec.putArray("ingress");
        if (intent.sameNamespace() || !intent.from().isEmpty()) {
            var from = ingress.addObject().putArray("from");
            if (intent.sameNamespace()) {
                from.addObject().putObject("podSelector");
            }
            intent.from().forEach(name -> putLabels(from.addObject().putObject("namespaceSelector"),
                    Map.of("kubernetes.io/metadata.name", name)));
        }
        return draftPlan(intent, object, body, presentPolicy(object));
    }

    /** Warns of other policies that admit what this one does not. */
    private void warnOfOtherPolicies(RestrictIngressIntent intent) {
        if (policies.isEmpty()) {
            problemCollector.addWarning(new NamespacePolicyWarning.OtherPoliciesUnreadable());
        }
        var wider = policies.stream().flatMap(List::stream)
                .filter(policy -> !policy.name().equals(intent.name()) && overlapsWith(policy, intent))
                .map(NetworkPolicySummary::name).sorted().toList();
        if (!wider.isEmpty()) {
            problemCollector.addWarning(new NamespacePolicyWarning.OtherPoliciesAllow(wider));
        }
    }

    /** Returns whether a policy may select some of the same pods and admits any peer. */
    private static boolean overlapsWith(NetworkPolicySummary policy, RestrictIngressIntent intent) {
        boolean apart = policy.pods().complete() && policy.pods().labels().entrySet().stream().anyMatch(
                label -> !intent.selector().getOrDefault(label.getKey(), label.getValue()).equals(label.getValue()));
        return !apart && (!policy.complete() || policy.admitsNamespace() || !policy.sources().isEmpty());
    }

    /** Refuses a policy on the cluster's DNS pods, without which no names resolve. */
    private void refuseOnDnsPods(RestrictIngressIntent intent) {
        var resolvers = selectPods(intent.namespace(), intent.selector()).stream()
                .filter(pod -> "kube-dns".equals(pod.labels().get("k8s-app"))).map(PodSummary::name).toList();
        long others = input.snapshot().pods().map(PodSummary::namespace).distinct()
                .filter(name -> !name.equals(intent.namespace()) && !intent.from().contains(name)).count();
        if (!resolvers.isEmpty() && others > 0) {
            problemCollector.addRefusal(new NamespacePolicyRefusal.PolicyBlocksDns(resolvers, others));
        }
    }

    private static void putLabels(ObjectNode selector, Map<String, String> labels) {
        if (!labels.isEmpty()) {
            var match = selector.putObject("matchLabels");
            labels.forEach(match::put);
        }
    }

    /** Returns the pods that a budget selects. */
    static List<PodSummary> podsOf(ClusterSnapshot clusterSnapshot, SetDisruptionBudgetIntent intent) {
        return selectPods(clusterSnapshot, intent.namespace(), intent.selector());
    }

    private List<PodSummary> selectPods(String namespace, Map<String, String> selector) {
        return selectPods(input.snapshot(), namespace, selector);
    }

    private static List<PodSummary> selectPods(ClusterSnapshot clusterSnapshot, String namespace,
            Map<String, String> selector) {
        return clusterSnapshot.pods().filter(pod -> pod.namespace().equals(namespace) && !pod.phase().isTerminal()
                && pod.labels().entrySet().containsAll(selector.entrySet())).toList();
    }

    /** @param undo what is there now; empty where that cannot be said here, and so would be lost */
    private ChangePlan draftPlan(NamespacePolicyIntent intent, ObjectRef object, ObjectNode body,
            Optional<NamespacePolicyIntent> undo) {
        var draft = new NamespacePolicyPlanBuilder(intent, object, problemCollector);
        var there = input.findObject(object.resource(), object.name());
        if (there.isEmpty()) {
            return draft.createPlan(body);
        }
        if (!problemCollector.refusals().isEmpty()) {
            return draft.refusedPlan();
        }
        if (undo.isEmpty()) {
            problemCollector.addRefusal(new NamespacePolicyRefusal.PolicyObjectTooDetailed(object.toString(),
                    "tessera plan %s %s/%s -n %s".formatted("edit", object.kind().toLowerCase(Locale.ROOT),
                            object.name(), object.namespace())));
            return draft.refusedPlan();
        }
        ObjectNode after = there.get().deepCopy();
        var spec = after.withObjectProperty("spec");
        spec.remove(List.of("minAvailable", "maxUnavailable"));
        body.path("spec").properties().forEach(part -> spec.set(part.getKey(), part.getValue()));
        return draft.changePlan(there.get(), after, undo.get());
    }

    private Optional<NamespacePolicyIntent> presentBudget(ObjectRef object) {
        return input.findObject(object.resource(), object.name()).map(DisruptionBudget::of)
                .filter(DisruptionBudget::isSimple)
                .map(budget -> new SetDisruptionBudgetIntent(object.namespace(), object.name(), budget.pods().labels(),
                        budget.minAvailable(), budget.maxUnavailable(), ObjectExistenceRequirement.THERE));
    }

    private Optional<NamespacePolicyIntent> presentPolicy(ObjectRef object) {
        return input.findObject(object.resource(), object.name()).map(NetworkPolicySummary::of)
                .filter(NetworkPolicySummary::complete)
                .map(policy -> new RestrictIngressIntent(object.namespace(), object.name(), policy.pods().labels(),
                        policy.admitsNamespace(), policy.sources(), ObjectExistenceRequirement.THERE));
    }

    static ObjectRef budgetRef(String namespace, String name) {
        return new ObjectRef("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets", namespace, name);
    }

    static ObjectRef policyRef(String namespace, String name) {
        return new ObjectRef("networking.k8s.io/v1", "NetworkPolicy", "networkpolicies", namespace, name);
    }
}
