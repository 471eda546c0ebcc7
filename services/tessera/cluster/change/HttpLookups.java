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
import tessera.stack.BreakExplanations;
import tessera.stack.StackComponent;

/** Reads what plans need from the API server. */
final class HttpLookups implements SurveyLookups {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String BUDGETS = "/poddisruptionbudgets?limit=500";
    private static final int LOG_LINES = 200;
    private static final String POLICY = "/apis/policy/v1";

    private final ServerRoute way;
    private final HelmReleases releases;
    private final ObjectLists objects;

    HttpLookups(ServerRoute way, HelmReleases releases) {
        this.way = way;
        this.releases = releases;
        objects = new ObjectLists(way);
    }

    @Override
    public NodeObject node(String name) throws Failure, InterruptedException {
        return PlanObjects.node(objects.read(ApiPaths.of(ObjectRef.node(name)), "read the node " + name));
    }

    @Override
    public List<PodDetail> podsOn(String node) throws Failure, InterruptedException {
        return pods(node, "list the pods on " + node);
    }

    @Override
    public List<PodDetail> podsOnNoNode() throws Failure, InterruptedException {
        return pods("", "list the pods that wait");
    }

    private List<PodDetail> pods(String node, String words) throws Failure, InterruptedException {
        return objects.items(ApiPaths.podsOn(node), words).stream().map(PlanObjects::pod).toList();
    }

    @Override
    public List<BudgetStatus> budgets(Set<String> namespaces) throws Failure, InterruptedException {
        try {
            return budgets(POLICY + BUDGETS);
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            var budgets = new ArrayList<BudgetStatus>();
            for (var namespace : namespaces) {
                budgets.addAll(budgets(POLICY + "/namespaces/" + ApiPaths.encode(namespace) + BUDGETS));
            }
            return budgets;
        }
    }

    @Override
    public List<JsonNode> networkPolicies(String namespace) throws Failure, InterruptedException {
        return objects.items("/apis/networking.k8s.io/v1/namespaces/%s/networkpolicies?limit=500".formatted(
                ApiPaths.encode(namespace)), "list network policies of " + namespace);
    }

    private List<BudgetStatus> budgets(String path) throws Failure, InterruptedException {
        return objects.items(path, "list disruption budgets").stream().map(PlanObjects::budget).toList();
    }

    @Override
    public MigOffer migOffer(String node, String namespace) throws Failure, InterruptedException {
        return new MigOffers(objects).of(node, namespace);
    }

    @Override
    public MigSource migSource(String namespace, Set<String> nodes) throws Failure, InterruptedException {
        return new MigOffers(objects).source(namespace, nodes);
    }

    @Override
    public HostClients hostClients(String namespace) throws Failure, InterruptedException {
        return new MigOffers(objects).clients(namespace);
    }

    @Override
    public Optional<Problem> migHindrance(PodFacts manager) throws Failure, InterruptedException {
        try {
            return BreakExplanations.standard().hindrance(StackComponent.MIG, manager.node(),
                    new HttpStackSource(way).log(manager, LOG_LINES).lines());
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.FORBIDDEN
                    || failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    @Override
    public SharingSetup sharing() throws Failure, InterruptedException {
        return new SharingSetups(objects).read();
    }

    @Override
    public WorkloadLookups workloads() {
        return new WorkloadReads(objects);
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
    public String user() throws Failure, InterruptedException {
        var answer = way.wire().text(ApiRequest.question("/apis/authentication.k8s.io/v1/selfsubjectreviews",
                "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"SelfSubjectReview\"}", "ask who one is"));
        try {
            JsonNode review = JSON.readTree(answer);
            return review.path("status").path("userInfo").path("username").asText("");
        } catch (IOException e) {
            throw new Failure(Problem.of(ProblemKind.GARBLED, "Could not ask who one is: the answer is not JSON"), e);
        }
    }
}
