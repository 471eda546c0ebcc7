package tessera.plan.access;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.ReferencedObjectReader;
import tessera.plan.intent.WallDisplayAccountIntent;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.step.PlanStep;
import tessera.text.MessageCatalog;

/** Plans the account of a wall display: a ServiceAccount, its read permissions, and a token Secret. */
public final class WallDisplayAccountPlanner {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WallDisplayAccountPlanner.class);
    private static final JsonMapper JSON = new JsonMapper();
    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final Map<String, String> MARKS = new TreeMap<>(
            Map.of("app.kubernetes.io/managed-by", "tessera", "app.kubernetes.io/component", "wall"));

    private final WallDisplayAccountIntent intent;
    private final ObjectRef account;
    private final ObjectRef role;
    private final ObjectRef binding;
    private final ObjectRef secret;

    private WallDisplayAccountPlanner(WallDisplayAccountIntent intent) {
        this.intent = intent;
        // What counts in the whole cluster is named after the account's namespace, too.
        var everywhere = intent.name() + "." + intent.namespace();
        account = new ObjectRef("v1", "ServiceAccount", "serviceaccounts", intent.namespace(), intent.name());
        role = new ObjectRef(RBAC + "/v1", "ClusterRole", "clusterroles", "", everywhere);
        binding = new ObjectRef(RBAC + "/v1", "ClusterRoleBinding", "clusterrolebindings", "", everywhere);
        secret = new ObjectRef("v1", "Secret", "secrets", intent.namespace(), intent.secretName());
    }

    /** Plans the account; waits for the server. */
    public static ChangePlan plan(WallDisplayAccountIntent intent, ReferencedObjectReader referenceReader)
            throws ProblemException, InterruptedException {
        if (!intent.hasValidNames()) {
            return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, List.of(),
                    List.of(Problem.of(OperationProblemKind.INVALID,
                            new WallDisplayAccountReason.AccountNameInvalid(intent.name(), intent.namespace()))),
                    "");
        }
        var accountPlanner = new WallDisplayAccountPlanner(intent);
        var strangers = accountPlanner.foreignObjectProblems(referenceReader);
        if (!strangers.isEmpty()) {
            return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, List.of(), strangers, "");
        }
        var steps = intent.remove() ? accountPlanner.removalSteps() : accountPlanner.grantSteps();
        return new ChangePlan(intent, steps, steps.stream().map(step -> step.step().commandLine()).toList(),
                PlanEffects.NONE, accountPlanner.accountWarnings(), List.of(), "");
    }

    /** Returns a problem for each object of such a name that was not made for a wall; it is neither changed nor removed. */
    private List<Problem> foreignObjectProblems(ReferencedObjectReader referenceReader)
            throws ProblemException, InterruptedException {
        var strangers = new ArrayList<Problem>();
        for (var object : List.of(account, role, binding, secret)) {
            var labels = referenceReader.readLabels(object);
            if (labels.isPresent() && !labels.get().entrySet().containsAll(MARKS.entrySet())) {
                strangers.add(Problem.of(OperationProblemKind.CONFLICT,
                        new WallDisplayAccountReason.AccountObjectOfOthers(object.toString())));
            }
        }
        return strangers;
    }

    private List<WallDisplayAccountReason> accountWarnings() {
        if (intent.remove()) {
            return List.of(new WallDisplayAccountReason.AccountRemovalStopsWalls());
        }
        return List.of(new WallDisplayAccountReason.AccountTokenNeverExpires(secret.toString()),
                new WallDisplayAccountReason.AccountReadsPodPorts(),
                intent.prometheus() ? new WallDisplayAccountReason.AccountReadsServices()
                        : new WallDisplayAccountReason.AccountCannotAskPrometheus());
    }

    private List<PlanStepWithUndo> grantSteps() {
        var steps = new ArrayList<PlanStepWithUndo>();
        steps.add(createStep(account, emptyObject(account).put("automountServiceAccountToken", false),
                MESSAGES.text("step.account", account)));
        steps.add(createStep(role, clusterRole(), MESSAGES.text("step.role", role)));
        steps.add(createStep(binding, roleBinding(), MESSAGES.text("step.binding", binding)));
        steps.add(createStep(secret, tokenSecret(), MESSAGES.text("step.token", secret)));
        return steps;
    }

    private PlanStepWithUndo createStep(ObjectRef object, ObjectNode body, String text) {
        return new PlanStepWithUndo(new PlanStep.ApplyObjectStep(object, body.toString(), false), text,
                MESSAGES.text("step.created", object), Optional.of(intent.withRemoval()));
    }

    private List<PlanStepWithUndo> removalSteps() {
        var steps = new ArrayList<PlanStepWithUndo>();
        for (var object : List.of(secret, binding, role, account)) {
            steps.add(new PlanStepWithUndo(new PlanStep.DeleteObjectStep(object, ""),
                    MESSAGES.text("step.remove", object), MESSAGES.text("step.removed", object), Optional.empty()));
        }
        return steps;
    }

    private static ObjectNode emptyObject(ObjectRef object) {
        var body = JSON.createObjectNode().put("apiVersion", object.apiVersion()).put("kind", object.kind());
        var metadata = body.putObject("metadata").put("name", object.name());
        if (!object.namespace().isEmpty()) {
            metadata.put("namespace", object.namespace());
        }
        var labels = metadata.putObject("labels");
        MARKS.forEach(labels::put);
        return body;
    }

    /** Returns the ClusterRole with all that a wall reads. The built-in role “view” lacks nodes and the proxy, and has much more beside. */
    private ObjectNode clusterRole() {
        var body = emptyObject(role);
        var rules = body.putArray("rules");
        addRule(rules, List.of("nodes", "pods"), List.of("list", "watch"));
        addRule(rules, List.of("pods/proxy"), List.of("get"));
        if (intent.prometheus()) {
            addRule(rules, List.of("services"), List.of("list"));
            addRule(rules, List.of("services/proxy"), List.of("get"));
        }
        return body;
    }

    private static void addRule(ArrayNode rules, List<String> resources, List<String> verbs) {
        var rule = rules.addObject();
        rule.putArray("apiGroups").add("");
        resources.forEach(rule.putArray("resources")::add);
        verbs.forEach(rule.putArray("verbs")::add);
    }

    private ObjectNode roleBinding() {
        var body = emptyObject(binding);
        body.putArray("subjects").addObject().put("kind", "ServiceAccount").put("name", intent.name()).put("namespace",
                intent.namespace());
        body.putObject("roleRef").put("apiGroup", RBAC).put("kind", "ClusterRole").put("name", role.name());
        return body;
    }

    private ObjectNode tokenSecret() {
        var body = emptyObject(secret).put("type", "kubernetes.io/service-account-token");
        if (body.get("metadata") instanceof ObjectNode metadata) {
            metadata.putObject("annotations").put("kubernetes.io/service-account.name", intent.name());
        }
        return body;
    }
}
