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
import tessera.plan.intent.QuotaIntent.Aim;
import tessera.plan.intent.QuotaIntent.DissolveTeam;
import tessera.plan.intent.QuotaIntent.GuardPods;
import tessera.plan.intent.QuotaIntent.KeepPods;
import tessera.plan.intent.QuotaIntent.MakeTeam;
import tessera.plan.intent.QuotaIntent.SetLimits;
import tessera.plan.intent.QuotaIntent.SetQuota;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlannedStep;
import tessera.plan.step.PlanStep;
import tessera.plan.step.StepExpectation;
import tessera.quota.disruption.GuardedPods;

/**
 * Plans what bounds a namespace: reads what must be known, then asks a pure planner. Safe for use by several threads.
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

    /** Works out a plan; waits for the server. */
    public ChangePlan plan(QuotaIntent intent) throws Failure, InterruptedException {
        if (intent.namespace().isBlank()) {
            return refused(intent,
                    new Problem(ProblemKind.INVALID, "Which namespace is meant is not said", "", "Name one."));
        }
        return switch (intent) {
            case SetQuota wanted -> quota(wanted);
            case SetLimits wanted -> new LimitsPlanner(wanted, survey(wanted.namespace(),
                    NamespaceBounds.limits(wanted.namespace(), wanted.name()))).plan();
            case MakeTeam wanted -> new TeamPlanner(wanted, survey(wanted.namespace(), wanted.hard(),
                    List.of(NamespaceBounds.quota(wanted.namespace(), MakeTeam.BOUNDS),
                            NamespaceBounds.limits(wanted.namespace(), MakeTeam.BOUNDS))))
                    .plan();
            case DissolveTeam wanted -> dissolve(wanted);
            case KeepPods wanted -> new GuardPlanner(wanted, survey(wanted.namespace(),
                    GuardPlanner.budget(wanted.namespace(), wanted.name())),
                    lookups.budgets(Set.of(wanted.namespace())), Optional.empty(), unscaled(wanted)).keep(wanted);
            case GuardPods wanted -> new GuardPlanner(wanted, survey(wanted.namespace(),
                    GuardPlanner.policy(wanted.namespace(), wanted.name())), List.of(),
                    policies(wanted.namespace()), Set.of()).guard(wanted, absent(wanted));
        };
    }

    private ChangePlan quota(SetQuota wanted) throws Failure, InterruptedException {
        if (wanted.name().isEmpty() && wanted.aim() == Aim.NEW) {
            return quota(wanted.named(USUAL));
        }
        if (wanted.name().isEmpty()) {
            var there = lookups.manifests().quotas(wanted.namespace());
            if (there.size() > 1) {
                return refused(wanted,
                        new Problem(ProblemKind.INVALID, "%s has %d quotas: %s".formatted(wanted.namespace(),
                                there.size(), String.join(", ", there.stream().map(LookupQuota::name).toList())), "",
                                "Say which one is meant."));
            }
            return quota(wanted.named(there.isEmpty() ? USUAL : there.getFirst().name()));
        }
        return new QuotaPlanner(wanted, survey(wanted.namespace(), wanted.hard(),
                List.of(NamespaceBounds.quota(wanted.namespace(), wanted.name())))).plan();
    }

    /** What must be known of one object that is to be made. */
    private QuotaSurvey survey(String namespace, ObjectRef object) throws Failure, InterruptedException {
        var there = new HashMap<String, JsonNode>();
        read(object).ifPresent(found -> there.put(object.resource() + "/" + object.name(), found));
        return new QuotaSurvey(snapshot.get(), accelerators, namespace(namespace), List.of(), there, List.of());
    }

    private QuotaSurvey survey(String namespace, SortedMap<String, String> hard, List<ObjectRef> meant)
            throws Failure, InterruptedException {
        var manifests = lookups.manifests();
        var objects = new HashMap<String, JsonNode>();
        for (var object : meant) {
            read(object).ifPresent(there -> objects.put(object.resource() + "/" + object.name(), there));
        }
        return new QuotaSurvey(snapshot.get(), accelerators, namespace(namespace), manifests.quotas(namespace), objects,
                findings(namespace, hard));
    }

    /** Those controllers of the pods that a budget is to keep which have no scale, as the server tells of their kinds. */
    private Set<OwnerRef> unscaled(KeepPods wanted) throws Failure, InterruptedException {
        var without = new HashSet<OwnerRef>();
        var asked = new HashMap<String, Boolean>();
        for (var owner : GuardPlanner.pods(snapshot.get(), wanted).stream().map(PodFacts::owner)
                .filter(OwnerRef::exists).distinct().toList()) {
            var key = owner.apiVersion() + "/" + owner.kind();
            if (!asked.containsKey(key)) {
                asked.put(key, owner.apiVersion().isEmpty() || lookups.manifests()
                        .kind(owner.apiVersion(), owner.kind()).filter(KnownKind::scaled).isPresent());
            }
            if (!asked.getOrDefault(key, true)) {
                without.add(owner);
            }
        }
        return without;
    }

    /** Empty where they may not be read. */
    private Optional<List<GuardedPods>> policies(String namespace) throws Failure, InterruptedException {
        try {
            return Optional.of(lookups.networkPolicies(namespace).stream().map(GuardedPods::of).toList());
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            return Optional.empty();
        }
    }

    /** The namespaces to be let in that are not there. */
    private List<String> absent(GuardPods wanted) throws Failure, InterruptedException {
        var absent = new ArrayList<String>();
        for (var name : wanted.from()) {
            if (ObjectName.againstNamespace(name).isEmpty() && namespace(name).isEmpty()) {
                absent.add(name);
            }
        }
        return absent;
    }

    /** Who may not look at namespaces may be allowed to bound one: the server says whether it is there. */
    private Optional<JsonNode> namespace(String name) throws Failure, InterruptedException {
        try {
            return read(NamespaceBounds.namespace(name));
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            return Optional.of(MissingNode.getInstance());
        }
    }

    private Optional<JsonNode> read(ObjectRef object) throws Failure, InterruptedException {
        var text = lookups.manifests().text(object);
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(new JsonMapper().readTree(text.get()));
        } catch (JsonProcessingException e) {
            throw new Failure(Problem.of(ProblemKind.GARBLED, "%s is not JSON".formatted(object)), e);
        }
    }

    private List<LintFinding> findings(String namespace, SortedMap<String, String> hard) {
        var body = NamespaceBounds.quota(NamespaceBounds.quota(namespace, USUAL), hard);
        return new ManifestLinter(accelerators).check(body.toString(), Optional.empty());
    }

    /** Whoever removes a namespace removes all that is in it; so this is done only while there is nothing to lose. */
    private ChangePlan dissolve(DissolveTeam intent) throws Failure, InterruptedException {
        var object = NamespaceBounds.namespace(intent.namespace());
        var labels = lookups.manifests().labels(object);
        if (labels.isEmpty()) {
            return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, List.of(), List.of(), "");
        }
        if (!NamespaceBounds.ours(labels.get())) {
            return refused(intent, new Problem(ProblemKind.CONFLICT, "The namespace %s was not made here".formatted(
                    intent.namespace()), "", "Whoever made it has to remove it."));
        }
        var kinds = lookups.manifests().kinds(intent.namespace()).stream().filter(kind -> !expendable(kind)).toList();
        var kept = lookups.manifests().content(kinds).keeps(intent.namespace());
        if (kept.isPresent()) {
            return refused(intent, kept.get());
        }
        var uid = read(object).map(each -> each.at("/metadata/uid").asText("")).orElse("");
        var delete = new PlanStep.Delete(object, uid);
        var steps = List.of(
                PlannedStep.passing(new PlanStep.LastLook(object, kinds), "Look once more that nothing is in it"),
                new PlannedStep(delete, "Remove the namespace " + intent.namespace(),
                        "the namespace " + intent.namespace() + " is gone", Optional.empty()),
                PlannedStep.passing(new PlanStep.Await(object, new StepExpectation.ObjectGone(uid), PATIENCE),
                        "Wait until " + new StepExpectation.ObjectGone(uid).words(object)));
        return new ChangePlan(intent, steps, List.of(delete.command()), PlanEffects.NONE,
                List.of("With the namespace go its quotas, ranges of limits, disruption budgets, network policies, accounts, "
                        + "roles, ConfigMaps and Secrets"),
                List.of(), intent.namespace());
    }

    private static boolean expendable(ObjectRef kind) {
        return EXPENDABLE.getOrDefault(kind.group(), Set.of()).contains(kind.resource());
    }

    private static ChangePlan refused(QuotaIntent intent, Problem why) {
        return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, List.of(), List.of(why), "");
    }
}
