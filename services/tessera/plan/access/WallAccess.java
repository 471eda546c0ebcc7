package tessera.plan.access;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.ManifestLookups;
import tessera.plan.intent.WallAccount;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlannedStep;
import tessera.plan.step.PlanStep;

/** Plans the account of a wall: a ServiceAccount, what it may do, and a Secret in which the cluster puts its token. */
public final class WallAccess {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final Map<String, String> MARKS = new TreeMap<>(
            Map.of("app.kubernetes.io/managed-by", "tessera", "app.kubernetes.io/component", "wall"));

    private final WallAccount intent;
    private final ObjectRef account;
    private final ObjectRef role;
    private final ObjectRef binding;
    private final ObjectRef secret;

    private WallAccess(WallAccount intent) {
        this.intent = intent;
        // What counts in the whole cluster is named after the account's namespace, too.
        var everywhere = intent.name() + "." + intent.namespace();
        account = new ObjectRef("v1", "ServiceAccount", "serviceaccounts", intent.namespace(), intent.name());
        role = new ObjectRef(RBAC + "/v1", "ClusterRole", "clusterroles", "", everywhere);
        binding = new ObjectRef(RBAC + "/v1", "ClusterRoleBinding", "clusterrolebindings", "", everywhere);
        secret = new ObjectRef("v1", "Secret", "secrets", intent.namespace(), intent.secret());
    }

    /** Works out a plan; waits for the server. */
    public static ChangePlan plan(WallAccount intent, ManifestLookups lookups) throws Failure, InterruptedException {
        if (!intent.wellNamed()) {
            return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, List.of(),
                    List.of(Problem.of(ProblemKind.INVALID,
                            "“%s” in “%s” is no name of an account".formatted(intent.name(), intent.namespace()))),
                    "");
        }
        var access = new WallAccess(intent);
        var strangers = access.strangers(lookups);
        if (!strangers.isEmpty()) {
            return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, List.of(), strangers, "");
        }
        var steps = intent.remove() ? access.removal() : access.grant();
        return new ChangePlan(intent, steps, steps.stream().map(step -> step.step().command()).toList(),
                PlanEffects.NONE,
                intent.remove()
                        ? List.of("A wall that uses the account loses its cluster at once")
                        : access.thoughts(),
                List.of(), "");
    }

    /** Whatever has such a name and was not made for a wall is neither changed nor removed. */
    private List<Problem> strangers(ManifestLookups lookups) throws Failure, InterruptedException {
        var strangers = new ArrayList<Problem>();
        for (var object : List.of(account, role, binding, secret)) {
            var labels = lookups.labels(object);
            if (labels.isPresent() && !labels.get().entrySet().containsAll(MARKS.entrySet())) {
                strangers.add(Problem.of(ProblemKind.CONFLICT, object + " was not made for a wall")
                        .withRemedy("Choose another name for the account"));
            }
        }
        return strangers;
    }

    private List<String> thoughts() {
        return Stream.of(
                "The token in %s does not expire, because a wall runs for months; removing the account, or that Secret alone, ends it"
                        .formatted(secret),
                "“get” on pods/proxy is how exporters are read. It lets the account send GET requests to every port of every "
                        + "pod; Kubernetes has no narrower permission for that",
                intent.prometheus()
                        ? "“get” on services/proxy is how a Prometheus is asked. It lets the account send GET requests to every service"
                        : "It cannot ask the Prometheus of the cluster, so that trends begin with the wall: on the command line --with-prometheus lets it")
                .toList();
    }

    private List<PlannedStep> grant() {
        var steps = new ArrayList<PlannedStep>();
        steps.add(made(account, object(account).put("automountServiceAccountToken", false), "Make the account"));
        steps.add(made(role, rules(), "Say what it may read"));
        steps.add(made(binding, bound(), "Let the account read that"));
        steps.add(made(secret, token(), "Have a token made for it"));
        return steps;
    }

    private PlannedStep made(ObjectRef object, ObjectNode body, String words) {
        return new PlannedStep(new PlanStep.Apply(object, body.toString(), false), words + ": " + object,
                object + " is there", Optional.of(intent.removed()));
    }

    private List<PlannedStep> removal() {
        var steps = new ArrayList<PlannedStep>();
        for (var object : List.of(secret, binding, role, account)) {
            steps.add(new PlannedStep(new PlanStep.Delete(object, ""), "Remove " + object, object + " is gone",
                    Optional.empty()));
        }
        return steps;
    }

    private static ObjectNode object(ObjectRef object) {
        var body = JSON.createObjectNode().put("apiVersion", object.apiVersion()).put("kind", object.kind());
        var metadata = body.putObject("metadata").put("name", object.name());
        if (!object.namespace().isEmpty()) {
            metadata.put("namespace", object.namespace());
        }
        var labels = metadata.putObject("labels");
        MARKS.forEach(labels::put);
        return body;
    }

    /** All that a wall reads. The built-in role “view” lacks nodes and the proxy, and has much more beside. */
    private ObjectNode rules() {
        var body = object(role);
        var rules = body.putArray("rules");
        rule(rules, List.of("nodes", "pods"), List.of("list", "watch"));
        rule(rules, List.of("pods/proxy"), List.of("get"));
        if (intent.prometheus()) {
            rule(rules, List.of("services"), List.of("list"));
            rule(rules, List.of("services/proxy"), List.of("get"));
        }
        return body;
    }

    private static void rule(ArrayNode rules, List<String> resources, List<String> verbs) {
        var rule = rules.addObject();
        rule.putArray("apiGroups").add("");
        resources.forEach(rule.putArray("resources")::add);
        verbs.forEach(rule.putArray("verbs")::add);
    }

    private ObjectNode bound() {
        var body = object(binding);
        body.putArray("subjects").addObject().put("kind", "ServiceAccount").put("name", intent.name())
                .put("namespace", intent.namespace());
        body.putObject("roleRef").put("apiGroup", RBAC).put("kind", "ClusterRole").put("name", role.name());
        return body;
    }

    private ObjectNode token() {
        var body = object(secret).put("type", "kubernetes.io/service-account-token");
        if (body.get("metadata") instanceof ObjectNode metadata) {
            metadata.putObject("annotations").put("kubernetes.io/service-account.name", intent.name());
        }
        return body;
    }
}
