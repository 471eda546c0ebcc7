package tessera.plan.quota;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Supplier;
import tessera.insight.AcceleratorCatalog;
import tessera.lint.ManifestLinter;
import tessera.lint.finding.LintFinding;
import tessera.model.Failure;
import tessera.model.ObjectName;
import tessera.model.ObjectRef;
import tessera.model.OwnerRef;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.Snapshot;
import tessera.plan.context.ManifestLookups.KnownKind;
import tessera.plan.context.ManifestLookups.LookupQuota;
import tessera.plan.context.SurveyLookups;
import tessera.plan.intent.QuotaIntent;
import tessera.plan.intent.QuotaIntent.CreateTeam;
import tessera.plan.intent.QuotaIntent.DissolveTeam;
import tessera.plan.intent.QuotaIntent.QuotaObjectState;
import tessera.plan.intent.QuotaIntent.RestrictIngress;
import tessera.plan.intent.QuotaIntent.SetDisruptionBudget;
import tessera.plan.intent.QuotaIntent.SetLimits;
import tessera.plan.intent.QuotaIntent.SetQuota;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlannedStep;
import tessera.plan.step.PlanStep;
import tessera.plan.step.StepExpectation;
import tessera.quota.disruption.IngressPolicyFacts;

/**
 * Plans the bounds of a namespace: reads the input, then calls a pure planner. Safe for use by several threads.
 */
public final class QuotaPlans {

    /** Of a quota where there is none yet. */
    private static final String USUAL = "gpus";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** What nobody would miss: it bounds a namespace, comes with each, or only tells of what else is there. By group. */
    private static final Map<String, Set<String>> EXPENDABLE = Map.of(
            "",
            Set.of("resourcequotas", "limitranges", "serviceaccounts", "configmaps", "secrets", "events", "endpoints"),
            "events.k8s.io", Set.of("events"), "discovery.k8s.io", Set.of("endpointslices"),
            "coordination.k8s.io", Set.of("leases"), "metrics.k8s.io", Set.of("pods"),
            "policy", Set.of("poddisruptionbudgets"), "networking.k8s.io", Set.of("networkpolicies"),
            "rbac.authorization.k8s.io", Set.of("roles", "rolebindings"));

    private final SurveyLookups lookups;
    private final Supplier<Snapshot> snapshot;
    private final AcceleratorCatalog accelerators;

    public QuotaPlans(SurveyLookups lookups, Supplier<Snapshot> snapshot, AcceleratorCatalog accelerators) {
        this.lookups = lookups;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
    }

    /** Plans an intent; waits for the server. */
    public ChangePlan plan(QuotaIntent intent) throws Failure, InterruptedException {
        if (intent.namespace().isBlank()) {
            return refusedPlan(intent,
                    new Problem(ProblemKind.INVALID, "Which namespace is meant is not said", "", "Name one."));
        }
        return switch (intent) {
            case SetQuota wanted -> planQuota(wanted);
            case SetLimits wanted -> new LimitsPlanner(wanted, readSurvey(wanted.namespace(),
                    NamespaceBounds.limitRangeRef(wanted.namespace(), wanted.name()))).plan();
            case CreateTeam wanted -> new TeamPlanner(wanted, readSurvey(wanted.namespace(), wanted.hard(),
                    List.of(NamespaceBounds.quotaRef(wanted.namespace(), CreateTeam.BOUNDS),
                            NamespaceBounds.limitRangeRef(wanted.namespace(), CreateTeam.BOUNDS))))
                    .plan();
            case DissolveTeam wanted -> planDissolve(wanted);
            case SetDisruptionBudget wanted -> new GuardPlanner(wanted, readSurvey(wanted.namespace(),
                    GuardPlanner.budgetRef(wanted.namespace(), wanted.name())),
                    lookups.readBudgets(Set.of(wanted.namespace())), Optional.empty(), findUnscaled(wanted))
                    .planBudget(wanted);
            case RestrictIngress wanted -> new GuardPlanner(wanted, readSurvey(wanted.namespace(),
                    GuardPlanner.policyRef(wanted.namespace(), wanted.name())), List.of(),
                    readPolicies(wanted.namespace()), Set.of()).planNetworkPolicy(wanted, findAbsentNamespaces(wanted));
        };
    }

    private ChangePlan planQuota(SetQuota wanted) throws Failure, InterruptedException {
        if (wanted.name().isEmpty() && wanted.expectedState() == QuotaObjectState.NEW) {
            return planQuota(wanted.withName(USUAL));
        }
        if (wanted.name().isEmpty()) {
            var there = lookups.manifests().listQuotas(wanted.namespace());
            if (there.size() > 1) {
                return refusedPlan(wanted,
                        new Problem(ProblemKind.INVALID, "%s has %d quotas: %s".formatted(wanted.namespace(),
                                there.size(), String.join(", ", there.stream().map(LookupQuota::name).toList())), "",
                                "Say which one is meant."));
            }
            return planQuota(wanted.withName(there.isEmpty() ? USUAL : there.getFirst().name()));
        }
        return new QuotaPlanner(wanted, readSurvey(wanted.namespace(), wanted.hard(),
                List.of(NamespaceBounds.quotaRef(wanted.namespace(), wanted.name())))).plan();
    }

    /** Reads the input for one object to create. */
    private QuotaSurvey readSurvey(String namespace, ObjectRef object) throws Failure, InterruptedException {
        var there = new HashMap<String, JsonNode>();
        readObject(object).ifPresent(found -> there.put(object.resource() + "/" + object.name(), found));
        return new QuotaSurvey(snapshot.get(), accelerators, readNamespace(namespace), List.of(), there, List.of());
    }

    private QuotaSurvey readSurvey(String namespace, SortedMap<String, String> hard, List<ObjectRef> meant)
            throws Failure, InterruptedException {
        var manifests = lookups.manifests();
        var objects = new HashMap<String, JsonNode>();
        for (var object : meant) {
            readObject(object).ifPresent(there -> objects.put(object.resource() + "/" + object.name(), there));
        }
        return new QuotaSurvey(snapshot.get(), accelerators, readNamespace(namespace), manifests.listQuotas(namespace),
                objects,
                lintQuota(namespace, hard));
    }

    /** Returns the controllers of a budget's pods that have no scale, as far as the server knows their kinds. */
    private Set<OwnerRef> findUnscaled(SetDisruptionBudget wanted) throws Failure, InterruptedException {
        var without = new HashSet<OwnerRef>();
        var asked = new HashMap<String, Boolean>();
        for (var owner : GuardPlanner.podsOf(snapshot.get(), wanted).stream().map(PodFacts::owner)
                .filter(OwnerRef::exists).distinct().toList()) {
            var key = owner.apiVersion() + "/" + owner.kind();
            if (!asked.containsKey(key)) {
                asked.put(key, owner.apiVersion().isEmpty() || lookups.manifests()
                        .findKind(owner.apiVersion(), owner.kind()).filter(KnownKind::hasScale).isPresent());
            }
            if (!asked.getOrDefault(key, true)) {
                without.add(owner);
            }
        }
        return without;
    }

    /** Returns the NetworkPolicies; empty if they cannot be read. */
    private Optional<List<IngressPolicyFacts>> readPolicies(String namespace) throws Failure, InterruptedException {
        try {
            return Optional.of(lookups.networkPolicies(namespace).stream().map(IngressPolicyFacts::of).toList());
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            return Optional.empty();
        }
    }

    /** Returns the peer namespaces that do not exist. */
    private List<String> findAbsentNamespaces(RestrictIngress wanted) throws Failure, InterruptedException {
        var absent = new ArrayList<String>();
        for (var name : wanted.from()) {
            if (ObjectName.namespaceProblem(name).isEmpty() && readNamespace(name).isEmpty()) {
                absent.add(name);
            }
        }
        return absent;
    }

    /** Reads a namespace; who may not read it may still bound it, and the server reports if it is missing. */
    private Optional<JsonNode> readNamespace(String name) throws Failure, InterruptedException {
        try {
            return readObject(NamespaceBounds.namespaceRef(name));
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            return Optional.of(MissingNode.getInstance());
        }
    }

    private Optional<JsonNode> readObject(ObjectRef object) throws Failure, InterruptedException {
        var text = lookups.manifests().readJson(object);
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(new JsonMapper().readTree(text.get()));
        } catch (JsonProcessingException e) {
            throw new Failure(Problem.of(ProblemKind.GARBLED, "%s is not JSON".formatted(object)), e);
        }
    }

    private List<LintFinding> lintQuota(String namespace, SortedMap<String, String> hard) {
        var body = NamespaceBounds.quotaBody(NamespaceBounds.quotaRef(namespace, USUAL), hard);
        return new ManifestLinter(accelerators).check(body.toString(), Optional.empty());
    }

    /** Plans the removal of a namespace only while it is empty, as everything in it would be deleted. */
    private ChangePlan planDissolve(DissolveTeam intent) throws Failure, InterruptedException {
        var object = NamespaceBounds.namespaceRef(intent.namespace());
        var labels = lookups.manifests().readLabels(object);
        if (labels.isEmpty()) {
            return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, List.of(), List.of(), "");
        }
        if (!NamespaceBounds.isCreatedByTessera(labels.get())) {
            return refusedPlan(intent, new Problem(ProblemKind.CONFLICT, "The namespace %s was not made here".formatted(
                    intent.namespace()), "", "Whoever made it has to remove it."));
        }
        var kinds = lookups.manifests().listNamespacedKinds(intent.namespace()).stream()
                .filter(kind -> !isExpendable(kind)).toList();
        var kept = lookups.manifests().listContent(kinds).removalProblem(intent.namespace());
        if (kept.isPresent()) {
            return refusedPlan(intent, kept.get());
        }
        var uid = readObject(object).map(element -> element.at("/metadata/uid").asText("")).orElse("");
        var delete = new PlanStep.Delete(object, uid);
        var steps = List.of(
                PlannedStep.temporaryStep(new PlanStep.VerifyEmptyNamespace(object, kinds),
                        "Look once more that nothing is in it"),
                new PlannedStep(delete, "Remove the namespace " + intent.namespace(),
                        "the namespace " + intent.namespace() + " is gone", Optional.empty()),
                PlannedStep.temporaryStep(new PlanStep.Await(object, new StepExpectation.ObjectGone(uid), PATIENCE),
                        "Wait until " + new StepExpectation.ObjectGone(uid).conditionText(object)));
        return new ChangePlan(intent, steps, List.of(delete.commandLine()), PlanEffects.NONE,
                List.of("With the namespace go its quotas, ranges of limits, disruption budgets, network policies, accounts, "
                        + "roles, ConfigMaps and Secrets"),
                List.of(), intent.namespace());
    }

    private static boolean isExpendable(ObjectRef kind) {
        return EXPENDABLE.getOrDefault(kind.group(), Set.of()).contains(kind.resource());
    }

    private static ChangePlan refusedPlan(QuotaIntent intent, Problem problem) {
        return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, List.of(), List.of(problem), "");
    }
}
