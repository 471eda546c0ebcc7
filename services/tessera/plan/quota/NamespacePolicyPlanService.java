package tessera.plan.quota;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Supplier;
import tessera.gpu.AcceleratorCatalog;
import tessera.lint.ManifestLinter;
import tessera.model.ClusterSnapshot;
import tessera.model.ControllerRef;
import tessera.model.ObjectNameValidator;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.PlannerInputReader;
import tessera.plan.context.ReferencedObjectReader.QuotaWithUsage;
import tessera.plan.context.ReferencedObjectReader.ServedKind;
import tessera.plan.intent.NamespacePolicyIntent;
import tessera.plan.intent.NamespacePolicyIntent.CreateTeamNamespaceIntent;
import tessera.plan.intent.NamespacePolicyIntent.DeleteTeamNamespaceIntent;
import tessera.plan.intent.NamespacePolicyIntent.ObjectExistenceRequirement;
import tessera.plan.intent.NamespacePolicyIntent.RestrictIngressIntent;
import tessera.plan.intent.NamespacePolicyIntent.SetDisruptionBudgetIntent;
import tessera.plan.intent.NamespacePolicyIntent.SetLimitRangeIntent;
import tessera.plan.intent.NamespacePolicyIntent.SetQuotaIntent;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.step.ExpectedClusterState;
import tessera.plan.step.PlanStep;
import tessera.quota.disruption.NetworkPolicySummary;
import tessera.text.MessageCatalog;

/**
 * Plans the bounds of a namespace: reads the input, then calls a pure planner. Safe for use by several threads.
 */
public final class NamespacePolicyPlanService {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NamespacePolicyPlanService.class);
    /** Of a quota where there is none yet. */
    private static final String USUAL = "gpus";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** What nobody would miss: it bounds a namespace, comes with each, or only tells of what else is there. By group. */
    private static final Map<String, Set<String>> EXPENDABLE = Map.of("",
            Set.of("resourcequotas", "limitranges", "serviceaccounts", "configmaps", "secrets", "events", "endpoints"),
            "events.k8s.io", Set.of("events"), "discovery.k8s.io", Set.of("endpointslices"), "coordination.k8s.io",
            Set.of("leases"), "metrics.k8s.io", Set.of("pods"), "policy", Set.of("poddisruptionbudgets"),
            "networking.k8s.io", Set.of("networkpolicies"), "rbac.authorization.k8s.io",
            Set.of("roles", "rolebindings"));

    private final PlannerInputReader inputReader;
    private final Supplier<ClusterSnapshot> snapshot;
    private final AcceleratorCatalog accelerators;

    public NamespacePolicyPlanService(PlannerInputReader inputReader, Supplier<ClusterSnapshot> snapshot,
            AcceleratorCatalog accelerators) {
        this.inputReader = inputReader;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
    }

    /** Plans an intent; waits for the server. */
    public ChangePlan plan(NamespacePolicyIntent intent) throws ProblemException, InterruptedException {
        if (intent.namespace().isBlank()) {
            return refusedPlan(intent, new NamespacePolicyRefusal.PolicyNamespaceUnspecified().toProblem());
        }
        return switch (intent) {
            case SetQuotaIntent setQuota -> planQuota(setQuota);
            case SetLimitRangeIntent setLimitRange -> new LimitRangePlanner(setLimitRange,
                    readSurvey(setLimitRange.namespace(),
                            QuotaAndLimitObjectBuilder.limitRangeRef(setLimitRange.namespace(), setLimitRange.name())))
                    .plan();
            case CreateTeamNamespaceIntent createNamespace -> new TeamNamespacePlanner(createNamespace,
                    readSurvey(createNamespace.namespace(), createNamespace.hard(),
                            List.of(QuotaAndLimitObjectBuilder.quotaRef(createNamespace.namespace(),
                                    CreateTeamNamespaceIntent.BOUNDS),
                                    QuotaAndLimitObjectBuilder.limitRangeRef(createNamespace.namespace(),
                                            CreateTeamNamespaceIntent.BOUNDS))))
                    .plan();
            case DeleteTeamNamespaceIntent deleteNamespace -> planDissolve(deleteNamespace);
            case SetDisruptionBudgetIntent setBudget -> new DisruptionAndNetworkPolicyPlanner(setBudget,
                    readSurvey(setBudget.namespace(),
                            DisruptionAndNetworkPolicyPlanner.budgetRef(setBudget.namespace(), setBudget.name())),
                    inputReader.readBudgets(Set.of(setBudget.namespace())), Optional.empty(), findUnscaled(setBudget))
                    .planBudget(setBudget);
            case RestrictIngressIntent restrictIngress -> new DisruptionAndNetworkPolicyPlanner(restrictIngress,
                    readSurvey(restrictIngress.namespace(),
                            DisruptionAndNetworkPolicyPlanner.policyRef(restrictIngress.namespace(),
                                    restrictIngress.name())),
                    List.of(), readPolicies(restrictIngress.namespace()), Set.of())
                    .planNetworkPolicy(restrictIngress, findAbsentNamespaces(restrictIngress));
        };
    }

    private ChangePlan planQuota(SetQuotaIntent setQuota) throws ProblemException, InterruptedException {
        if (setQuota.name().isEmpty() && setQuota.expectedState() == ObjectExistenceRequirement.NEW) {
            return planQuota(setQuota.withName(USUAL));
        }
        if (setQuota.name().isEmpty()) {
            var there = inputReader.manifests().listQuotas(setQuota.namespace());
            if (there.size() > 1) {
                return refusedPlan(setQuota, new NamespacePolicyRefusal.QuotaAmbiguous(setQuota.namespace(),
                        there.stream().map(QuotaWithUsage::name).toList()).toProblem());
            }
            return planQuota(setQuota.withName(there.isEmpty() ? USUAL : there.getFirst().name()));
        }
        return new QuotaPlanner(setQuota, readSurvey(setQuota.namespace(), setQuota.hard(),
                List.of(QuotaAndLimitObjectBuilder.quotaRef(setQuota.namespace(), setQuota.name())))).plan();
    }

    /** Reads the input for one object to create. */
    private NamespacePolicyPlannerInput readSurvey(String namespace, ObjectRef object)
            throws ProblemException, InterruptedException {
        var there = new HashMap<String, JsonNode>();
        readObject(object).ifPresent(found -> there.put(object.resource() + "/" + object.name(), found));
        return new NamespacePolicyPlannerInput(snapshot.get(), accelerators, readNamespace(namespace), List.of(), there,
                List.of());
    }

    private NamespacePolicyPlannerInput readSurvey(String namespace, SortedMap<String, String> hard,
            List<ObjectRef> meant) throws ProblemException, InterruptedException {
        var manifests = inputReader.manifests();
        var objects = new HashMap<String, JsonNode>();
        for (var object : meant) {
            readObject(object).ifPresent(there -> objects.put(object.resource() + "/" + object.name(), there));
        }
        return new NamespacePolicyPlannerInput(snapshot.get(), accelerators, readNamespace(namespace),
                manifests.listQuotas(namespace), objects, lintQuota(namespace, hard));
    }

    /** Returns the controllers of a budget's pods that have no scale, as far as the server knows their kinds. */
    private Set<ControllerRef> findUnscaled(SetDisruptionBudgetIntent setBudget)
            throws ProblemException, InterruptedException {
        var without = new HashSet<ControllerRef>();
        var asked = new HashMap<String, Boolean>();
        for (var owner : DisruptionAndNetworkPolicyPlanner.podsOf(snapshot.get(), setBudget).stream()
                .map(PodSummary::owner).filter(ControllerRef::exists).distinct().toList()) {
            var key = owner.apiVersion() + "/" + owner.kind();
            if (!asked.containsKey(key)) {
                asked.put(key, owner.apiVersion().isEmpty() || inputReader.manifests()
                        .findKind(owner.apiVersion(), owner.kind()).filter(ServedKind::hasScale).isPresent());
            }
            if (!asked.getOrDefault(key, true)) {
                without.add(owner);
            }
        }
        return without;
    }

    /** Returns the NetworkPolicies; empty if they cannot be read. */
    private Optional<List<NetworkPolicySummary>> readPolicies(String namespace)
            throws ProblemException, InterruptedException {
        try {
            return Optional.of(inputReader.networkPolicies(namespace).stream().map(NetworkPolicySummary::of).toList());
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                throw problemException;
            }
            return Optional.empty();
        }
    }

    /** Returns the peer namespaces that do not exist. */
    private List<String> findAbsentNamespaces(RestrictIngressIntent restrictIngress)
            throws ProblemException, InterruptedException {
        var absent = new ArrayList<String>();
        for (var name : restrictIngress.from()) {
            if (ObjectNameValidator.namespaceProblem(name).isEmpty() && readNamespace(name).isEmpty()) {
                absent.add(name);
            }
        }
        return absent;
    }

    /** Reads a namespace; who may not read it may still bound it, and the server reports if it is missing. */
    private Optional<JsonNode> readNamespace(String name) throws ProblemException, InterruptedException {
        try {
            return readObject(QuotaAndLimitObjectBuilder.namespaceRef(name));
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                throw problemException;
            }
            return Optional.of(MissingNode.getInstance());
        }
    }

    private Optional<JsonNode> readObject(ObjectRef object) throws ProblemException, InterruptedException {
        var text = inputReader.manifests().readJson(object);
        try {
            if (text.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(new JsonMapper().readTree(text.get()));
        } catch (JsonProcessingException e) {
            throw new ProblemException(new NamespacePolicyRefusal.PolicyObjectGarbled(object.toString()).toProblem(),
                    e);
        }
    }

    private List<NamespacePolicyFinding> lintQuota(String namespace, SortedMap<String, String> hard) {
        var object = QuotaAndLimitObjectBuilder.quotaRef(namespace, USUAL);
        var body = QuotaAndLimitObjectBuilder.quotaBody(object, hard).toString();
        return new ManifestLinter(accelerators).check(body, Optional.empty()).stream()
                .map(finding -> new NamespacePolicyFinding(keyBefore(finding.column(), body, hard.keySet()), finding))
                .toList();
    }

    /** Returns the last of the keys that begins at a column or before it; empty if none does. */
    private static String keyBefore(int column, String body, Set<String> keys) {
        return keys.stream().filter(key -> body.contains(quoted(key)) && body.lastIndexOf(quoted(key)) < column)
                .max(Comparator.comparingInt(key -> body.lastIndexOf(quoted(key)))).orElse("");
    }

    private static String quoted(String key) {
        return "\"" + key + "\":";
    }

    /** Plans the removal of a namespace only while it is empty, as everything in it would be deleted. */
    private ChangePlan planDissolve(DeleteTeamNamespaceIntent intent) throws ProblemException, InterruptedException {
        var object = QuotaAndLimitObjectBuilder.namespaceRef(intent.namespace());
        var labels = inputReader.manifests().readLabels(object);
        if (labels.isEmpty()) {
            return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, List.of(), List.of(), "");
        }
        if (!QuotaAndLimitObjectBuilder.isCreatedByTessera(labels.get())) {
            return refusedPlan(intent, new NamespacePolicyRefusal.NamespaceOfOthers(intent.namespace()).toProblem());
        }
        var kinds = inputReader.manifests().listNamespacedKinds(intent.namespace()).stream()
                .filter(kind -> !isExpendable(kind)).toList();
        var kept = inputReader.manifests().listContent(kinds).removalProblem(intent.namespace());
        if (kept.isPresent()) {
            return refusedPlan(intent, kept.get());
        }
        var uid = readObject(object).map(element -> element.at("/metadata/uid").asText("")).orElse("");
        var delete = new PlanStep.DeleteObjectStep(object, uid);
        var steps = List.of(
                PlanStepWithUndo.temporaryStep(new PlanStep.VerifyEmptyNamespaceStep(object, kinds),
                        MESSAGES.text("step.check-empty")),
                new PlanStepWithUndo(delete, MESSAGES.text("step.delete-namespace", intent.namespace()),
                        MESSAGES.text("step.namespace-deleted", intent.namespace()), Optional.empty()),
                PlanStepWithUndo.temporaryStep(
                        new PlanStep.AwaitClusterStateStep(object,
                                new ExpectedClusterState.ObjectDeletionExpectation(uid), PATIENCE),
                        MESSAGES.text("step.wait", intent.namespace())));
        return new ChangePlan(intent, steps, List.of(delete.commandLine()), PlanEffects.NONE,
                List.of(new NamespacePolicyWarning.NamespaceContentDeleted()), List.of(), intent.namespace());
    }

    private static boolean isExpendable(ObjectRef kind) {
        return EXPENDABLE.getOrDefault(kind.group(), Set.of()).contains(kind.resource());
    }

    private static ChangePlan refusedPlan(NamespacePolicyIntent intent, Problem problem) {
        return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, List.of(), List.of(problem), "");
    }
}
