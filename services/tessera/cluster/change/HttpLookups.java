package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.cluster.helm.HelmReleases;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.cluster.stack.HttpStackSource;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.BudgetStatus;
import tessera.plan.context.HostClients;
import tessera.plan.context.ManifestLookups;
import tessera.plan.context.MigOffer;
import tessera.plan.context.MigSource;
import tessera.plan.context.NodeObject;
import tessera.plan.context.PodDetail;
import tessera.plan.context.ReleaseLookups;
import tessera.plan.context.SharingSetup;
import tessera.plan.context.SurveyLookups;
import tessera.plan.context.WorkloadLookups;
import tessera.stack.LinkExplanations;
import tessera.stack.StackComponent;

/** Reads from the API server what plans need. */
final class HttpLookups implements SurveyLookups {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String BUDGETS = "/poddisruptionbudgets?limit=500";
    private static final int LOG_LINES = 200;
    private static final String POLICY = "/apis/policy/v1";

    private final ServerRoute route;
    private final HelmReleases releases;
    private final ObjectLists objects;

    HttpLookups(ServerRoute route, HelmReleases releases) {
        this.route = route;
        this.releases = releases;
        objects = new ObjectLists(route);
    }

    @Override
    public NodeObject readNode(String name) throws Failure, InterruptedException {
        return PlanObjects.toNode(objects.readJson(ApiPaths.objectPath(ObjectRef.node(name)), "read the node " + name));
    }

    @Override
    public List<PodDetail> podsOn(String node) throws Failure, InterruptedException {
        return readPods(node, "list the pods on " + node);
    }

    @Override
    public List<PodDetail> unboundPods() throws Failure, InterruptedException {
        return readPods("", "list the pods that wait");
    }

    private List<PodDetail> readPods(String node, String text) throws Failure, InterruptedException {
        return objects.listAll(ApiPaths.podsOnNodePath(node), text).stream().map(PlanObjects::toPod).toList();
    }

    @Override
    public List<BudgetStatus> readBudgets(Set<String> namespaces) throws Failure, InterruptedException {
        try {
            return readBudgets(POLICY + BUDGETS);
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            var budgets = new ArrayList<BudgetStatus>();
            for (var namespace : namespaces) {
                budgets.addAll(readBudgets(POLICY + "/namespaces/" + ApiPaths.encode(namespace) + BUDGETS));
            }
            return budgets;
        }
    }

    @Override
    public List<JsonNode> networkPolicies(String namespace) throws Failure, InterruptedException {
        return objects.listAll("/apis/networking.k8s.io/v1/namespaces/%s/networkpolicies?limit=500".formatted(
                ApiPaths.encode(namespace)), "list network policies of " + namespace);
    }

    private List<BudgetStatus> readBudgets(String path) throws Failure, InterruptedException {
        return objects.listAll(path, "list disruption budgets").stream().map(PlanObjects::toBudget).toList();
    }

    @Override
    public MigOffer readMigOffer(String node, String namespace) throws Failure, InterruptedException {
        return new MigOfferReader(objects).readOffer(node, namespace);
    }

    @Override
    public MigSource readMigSource(String namespace, Set<String> nodes) throws Failure, InterruptedException {
        return new MigOfferReader(objects).readSource(namespace, nodes);
    }

    @Override
    public HostClients readHostClients(String namespace) throws Failure, InterruptedException {
        return new MigOfferReader(objects).readClients(namespace);
    }

    @Override
    public Optional<Problem> migRetryProblem(PodFacts manager) throws Failure, InterruptedException {
        try {
            return LinkExplanations.standard().restartProblem(StackComponent.MIG, manager.node(),
                    new HttpStackSource(route).readLog(manager, LOG_LINES).lines());
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.FORBIDDEN
                    || failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    @Override
    public SharingSetup readSharing() throws Failure, InterruptedException {
        return new SharingSetupReader(objects).read();
    }

    @Override
    public WorkloadLookups workloads() {
        return new WorkloadReader(objects);
    }

    @Override
    public ReleaseLookups releases() {
        return releases;
    }

    @Override
    public ManifestLookups manifests() {
        return new HttpManifests(objects);
    }

    @Override
    public String readUser() throws Failure, InterruptedException {
        var answer = route.transport()
                .readText(ApiRequest.postQuery("/apis/authentication.k8s.io/v1/selfsubjectreviews",
                        "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"SelfSubjectReview\"}",
                        "ask who one is"));
        try {
            JsonNode review = JSON.readTree(answer);
            return review.path("status").path("userInfo").path("username").asText("");
        } catch (IOException e) {
            throw new Failure(Problem.of(ProblemKind.GARBLED, "Could not ask who one is: the answer is not JSON"), e);
        }
    }
}
